package io.flowfabric.cli.command;

import io.flowfabric.engine.rules.limit.Limits;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A shell command that is run once per task: the payload on its standard input, the result from its standard output, its
 * standard error passed on. A run that is interrupted kills the command with everything it started. Safe for use by any
 * thread.
 */
final class ShellCommand implements AutoCloseable {
    /** No result may be larger. */
    static final int MAX_OUTPUT_BYTES = Limits.PAYLOAD_BYTES;

    // Ctrl-C reaches every process on the terminal. The command ignores it, so that a worker that was asked to stop can
    // let it finish; what is ignored stays ignored in all that the command starts.
    private static final String SHIELDED = "trap '' INT; exec sh -c \"$1\"";

    private final String command;
    private final OutputStream errors;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private final Set<Process> closed = ConcurrentHashMap.newKeySet();
    private final ExecutorService pumps = Executors.newCachedThreadPool(ShellCommand::daemon);

    ShellCommand(String command, OutputStream errors) {
        this.command = command;
        this.errors = errors;
    }

    /**
     * How a run ended.
     *
     * @param output what it wrote; more than {@link #MAX_OUTPUT_BYTES} only if it was killed for writing too much
     * @param lastErrors the end of what it wrote to standard error
     */
    record Ended(int exitCode, byte[] output, String lastErrors) {
        boolean wroteTooMuch() {
            return output.length > MAX_OUTPUT_BYTES;
        }
    }

    /** Runs the command to its end. */
    Ended run(byte[] input, Map<String, String> environment) throws IOException, InterruptedException {
        var builder = new ProcessBuilder("sh", "-c", SHIELDED, "ff", command);
        // Whatever the command is, it is no business of its own where the store is and by which key it opens.
        builder.environment().keySet().removeIf(name -> name.startsWith("FF_") || name.equals("PGPASSWORD"));
        builder.environment().putAll(environment);
        var process = builder.start();
        running.add(process);
        try {
            var tail = new ErrorTail(errors);
            var fed = pump(() -> feed(process, input));
            var output = pump(() -> collect(process));
            var drained = pump(() -> tail.drain(process.getErrorStream()));
            int exitCode = process.waitFor();
            if (closed.contains(process)) {
                // A daemon that left the process tree may hold the other ends of the pipes for as long as it lives.
                return new Ended(exitCode, new byte[0], "");
            }
            // What the command left running in the background may still write, as in a shell's $(…).
            fed.get();
            drained.get();
            return new Ended(exitCode, output.get(), tail.text());
        } catch (ExecutionException failed) {
            if (closed.contains(process)) {
                return new Ended(process.waitFor(), new byte[0], "");
            }
            throw new IOException("cannot talk to the command: " + failed.getCause(), failed);
        } finally {
            ProcessTree.kill(process);
            running.remove(process);
            closed.remove(process);
        }
    }

    /** Kills what still runs. */
    @Override
    public void close() {
        running.forEach(process -> {
            closed.add(process);
            ProcessTree.kill(process);
        });
        pumps.shutdown();
    }

    private byte[] collect(Process process) throws IOException {
        byte[] output = process.getInputStream().readNBytes(MAX_OUTPUT_BYTES + 1);
        if (output.length > MAX_OUTPUT_BYTES) {
            ProcessTree.kill(process);
        }
        return output;
    }

    private static boolean feed(Process process, byte[] input) {
        try (var in = process.getOutputStream()) {
            in.write(input);
            return true;
        } catch (IOException notRead) {
            // A command need not read its input.
            return false;
        }
    }

    private <T> CompletableFuture<T> pump(Pump<T> work) {
        var future = new CompletableFuture<T>();
        pumps.execute(() -> {
            try {
                future.complete(work.run());
            } catch (IOException | RuntimeException failed) {
                future.completeExceptionally(failed);
            }
        });
        return future;
    }

    private interface Pump<T> {
        T run() throws IOException;
    }

    private static Thread daemon(Runnable work) {
        var thread = new Thread(work, "ff-shell");
        thread.setDaemon(true);
        return thread;
    }
}
