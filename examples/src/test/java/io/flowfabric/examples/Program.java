package io.flowfabric.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A process whose lines can be waited for. It is killed when it is closed. */
final class Program implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private final Process process;
    private final Thread reader;
    private final List<String> lines = new ArrayList<>();

    private Program(Process process) {
        this.process = process;
        this.reader = new Thread(this::read, "lines of " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    static Program start(Path directory, Map<String, String> environment, List<String> command) throws IOException {
        var builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return new Program(builder.start());
    }

    private void read() {
        try (BufferedReader output = process.inputReader()) {
            String line;
            while ((line = output.readLine()) != null) {
                synchronized (lines) {
                    lines.add(line);
                    lines.notifyAll();
                }
            }
        } catch (IOException killed) {
            // What it had still to say is lost with it.
        }
        synchronized (lines) {
            lines.notifyAll();
        }
    }

    /** The first line that fits, whether it is there already or comes. */
    String await(Predicate<String> fits) throws InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        synchronized (lines) {
            while (true) {
                var found = lines.stream().filter(fits).findFirst();
                if (found.isPresent()) {
                    return found.get();
                }
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                assertThat(left > 0 && process.isAlive())
                        .as("the line that was waited for, in %s", lines)
                        .isTrue();
                lines.wait(left);
            }
        }
    }

    List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    /** Waits for its end, which must be a success. */
    List<String> awaitSuccess() throws InterruptedException {
        boolean ended = process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        assertThat(ended).as("ended, having said %s", lines()).isTrue();
        reader.join();
        assertThat(process.exitValue()).as("exit code, having said %s", lines()).isZero();
        return lines();
    }

    /** SIGTERM. */
    void stop() {
        process.destroy();
    }

    /** SIGKILL: it can put nothing in order. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
