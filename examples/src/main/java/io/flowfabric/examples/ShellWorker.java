package io.flowfabric.examples;

import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.task.Task;
import io.flowfabric.sdk.task.TaskFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs a program for every execution: its payload on standard input, standard output becomes the result. */
public final class ShellWorker {
    private final List<String> command;

    private ShellWorker(List<String> command) {
        this.command = command;
    }

    /** Runs the command that the arguments name, {@code tr a-z A-Z} without any, on three words. */
    public static void main(String[] args) {
        var worker = new ShellWorker(args.length > 0 ? List.of(args) : List.of("tr", "a-z", "A-Z"));
        try (var fabric = FlowFabric.open("sqlite::memory:")) {
            fabric.worker("shell").onAnyKind(worker::run).concurrency(2).start();

            for (String word : List.of("one", "two", "three")) {
                System.out.println(fabric.submit("shell", "filter", word).await(String.class, Duration.ofSeconds(30)));
            }
        }
    }

    private Optional<byte[]> run(Task task) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command).start();
        try {
            try (var input = process.getOutputStream()) {
                input.write(task.payload());
            }
            byte[] output = process.getInputStream().readAllBytes();
            int exit = process.waitFor();
            if (exit != 0) {
                String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
                throw new TaskFailure("exit code " + exit + ": " + errors.strip(), "exit_" + exit);
            }
            return Optional.of(output);
        } finally {
            // The thread is interrupted when the lease is lost; the program must not go on without it.
            process.destroyForcibly();
        }
    }
}
