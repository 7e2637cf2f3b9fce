package io.flowfabric.bench.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** {@code ff server} in a process of its own, on loopback. Belongs to one thread. */
public final class ServerProcess implements AutoCloseable {
    private static final int NATIVE_ACCESS_WARNS_SINCE = 22;
    private static final Duration GOODBYE = Duration.ofSeconds(20);
    private static final Pattern SERVING = Pattern.compile("serving (http://[^ :]+):(\\d+)");

    private final Process process;
    private final String host;
    private final int port;

    private ServerProcess(Process process, String host, int port) {
        this.process = process;
        this.host = host;
        this.port = port;
    }

    /**
     * Starts a server and returns when it serves.
     *
     * @param port where it listens; 0 for any that is free
     */
    public static ServerProcess start(String store, int port) {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        // As the launcher starts it.
        command.add("-XX:+UseParallelGC");
        if (Runtime.version().feature() >= NATIVE_ACCESS_WARNS_SINCE) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.flowfabric.cli.Main"));
        command.addAll(List.of("server", "--listen", "127.0.0.1:" + port));
        var builder = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        // The address may hold a password, and every user of the machine reads the arguments of a process.
        builder.environment().put("FF_STORE", store);
        try {
            return serving(builder.start());
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot start ff server", failed);
        }
    }

    private static ServerProcess serving(Process process) throws IOException {
        var said = new StringBuilder();
        var log = process.errorReader();
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            var serving = SERVING.matcher(line);
            if (serving.find()) {
                drain(log);
                return new ServerProcess(process, serving.group(1), Integer.parseInt(serving.group(2)));
            }
            said.append(line).append('\n');
        }
        process.destroyForcibly();
        throw new IllegalStateException("ff server did not start:\n" + said);
    }

    /** A server whose log is not read would stop when the pipe is full. */
    private static void drain(BufferedReader log) {
        var thread = new Thread(() -> read(log), "ff-server-log");
        thread.setDaemon(true);
        thread.start();
    }

    private static void read(BufferedReader log) {
        try {
            log.transferTo(Writer.nullWriter());
        } catch (IOException ended) {
            // With the process its log ends, in the middle of a line or not.
            return;
        }
    }

    public String address() {
        return host + ":" + port;
    }

    /** How much processor time it has used so far; zero where the system does not tell. */
    Duration processorTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    public int port() {
        return port;
    }

    /** Kills it, without a chance to finish anything, and returns when it is gone. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Lets it finish what it has begun, and ends it when it does not. */
    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor(GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            kill();
        }
    }
}
