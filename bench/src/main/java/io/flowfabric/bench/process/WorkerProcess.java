package io.flowfabric.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process with a worker in it. Belongs to one thread. */
public final class WorkerProcess implements AutoCloseable {
    private static final int NATIVE_ACCESS_WARNS_SINCE = 22;
    private static final Duration GOODBYE = Duration.ofSeconds(15);

    private final Process process;
    private final BufferedReader answers;

    private WorkerProcess(Process process) {
        this.process = process;
        this.answers = process.inputReader();
    }

    /** Starts a process that opens a store; it claims nothing before {@link #work}. What it logs appears in our log. */
    public static WorkerProcess start(String address, String lane, Duration lease) {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        if (Runtime.version().feature() >= NATIVE_ACCESS_WARNS_SINCE) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), WorkerMain.class.getName()));
        command.addAll(List.of(address, lane, Long.toString(lease.toMillis())));
        try {
            return new WorkerProcess(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot start a worker process", failed);
        }
    }

    /** Has it do work of its own first, until its compilers have seen enough of it. Returns when that is done. */
    public void warmUp() {
        ask("warm");
    }

    /** Begins to claim, with this many handlers. Returns when it does. */
    public void work(int handlers) {
        ask("work " + handlers);
    }

    /** How many executions it has completed. */
    public long completed() {
        return Long.parseLong(ask("completed"));
    }

    /** How many handlers run now. */
    public int running() {
        return Integer.parseInt(ask("running"));
    }

    /** Kills it, without a chance to hand anything back, and returns when it is gone. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Lets it end by itself, and ends it when it does not. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            process.waitFor(GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException alreadyGone) {
            // Then there is nobody to wait for.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            kill();
        }
    }

    private String ask(String question) {
        try {
            var questions = process.outputWriter();
            questions.write(question);
            questions.newLine();
            questions.flush();
            var answer = answers.readLine();
            if (answer == null) {
                throw new IllegalStateException("a worker process ended by itself; its log says why");
            }
            return answer;
        } catch (IOException failed) {
            throw new UncheckedIOException("a worker process does not answer", failed);
        }
    }
}
