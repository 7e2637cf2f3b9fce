package io.flowfabric.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A PostgreSQL of its own that writes as durably as in production, and that a test may kill and start again. One thread may
 * kill and restart it while others are connected.
 */
public final class KillableServer implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private volatile PostgresServer server;
    private final String address;
    private final int port;

    private KillableServer(PostgresServer server) {
        this.server = server;
        this.address = server.address();
        this.port = server.port();
    }

    /** Starts one in a directory of its own. */
    public static KillableServer start(Path directory) {
        return new KillableServer(PostgresServer.start(ServerOptions.DURABLE.in(directory)));
    }

    /** Where it is reached, as a superuser; the same after a restart. */
    public String address() {
        return address;
    }

    /**
     * Kills the postmaster; its children notice and follow.
     *
     * @throws IOException if it cannot be found
     * @throws TimeoutException if it does not die
     */
    public void kill() throws IOException, InterruptedException, ExecutionException, TimeoutException {
        long pid = Long.parseLong(
                Files.readAllLines(server.directory().resolve("postmaster.pid")).get(0));
        var postmaster = ProcessHandle.of(pid).orElseThrow();
        var children = postmaster.children().toList();
        postmaster.destroyForcibly();
        postmaster.onExit().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        for (var child : children) {
            child.onExit().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        }
        server.close();
    }

    /** Starts it where it was, on what it had written. */
    public void restart() {
        server = PostgresServer.start(
                ServerOptions.DURABLE.in(server.directory()).onPort(port));
    }

    @Override
    public void close() {
        server.close();
    }
}
