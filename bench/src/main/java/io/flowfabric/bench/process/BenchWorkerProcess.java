package io.flowfabric.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process with a worker in it. Belongs to one thread. */
public final class BenchWorkerProcess implements WorkerHost {
    private static final int NATIVE_ACCESS_WARNS_SINCE = 22;
    private static final Duration GOODBYE = Duration.ofSeconds(15);

    /** Of a process that is one of many on a machine and waits most of the time. */
    private static final List<String> SMALL = List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final Process process;
    private final BufferedReader answers;

    private BenchWorkerProcess(Process process) {
        this.process = process;
        this.answers = process.inputReader();
    }

    /** Starts a process that opens a store; it claims nothing before {@link #work}. What it logs appears in our log. */
    public static BenchWorkerProcess start(String address, Duration lease) {
        return start(address, lease, List.of());
    }

    /** The same with a small heap, one thread that collects it, and only the compiler that is done soon. */
    public static BenchWorkerProcess startSmall(String address, Duration lease) {
        return start(address, lease, SMALL);
    }

    private static BenchWorkerProcess start(String address, Duration lease, List<String> options) {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(options);
        if (Runtime.version().feature() >= NATIVE_ACCESS_WARNS_SINCE) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), WorkerMain.class.getName()));
        command.add(Long.toString(lease.toMillis()));
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        // The address may hold a password, and every user of the machine reads the arguments of a process.
        builder.environment().put(WorkerMain.STORE_VARIABLE, address);
        try {
            return new BenchWorkerProcess(builder.start());
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot start a worker process", failed);
        }
    }

    /** Has it do some work of its own first, for its compilers to see. Returns when that is done. */
    public void warmUp(int executions) {
        ask("warm " + executions);
    }

    @Override
    public void work(int handlers, List<String> lanes) {
        ask("work %d %s".formatted(handlers, String.join(" ", lanes)));
    }

    /** Begins to claim executions that are to be held, and holds them. Returns when it does. */
    public void hold(int handlers, List<String> lanes) {
        ask("hold %d %s".formatted(handlers, String.join(" ", lanes)));
    }

    @Override
    public void rest() {
        ask("rest");
    }

    @Override
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
            // Then there is no process to wait for.
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
