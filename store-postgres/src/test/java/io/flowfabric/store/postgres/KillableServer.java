package io.flowfabric.store.postgres;

import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.embedded.ServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A PostgreSQL of its own that writes as durably as in production, and that a test may kill and start again. */
final class KillableServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private PostgresServer server;
    private final int port;

    private KillableServer(PostgresServer server) {
        this.server = server;
        this.port = server.port();
    }

    static KillableServer start(Path directory) {
        return new KillableServer(PostgresServer.start(ServerOptions.DURABLE.in(directory)));
    }

    String address() {
        return server.address();
    }

    /** Kills the postmaster; its children notice and follow. */
    void kill() throws Exception {
        long pid = Long.parseLong(
                Files.readAllLines(server.directory().resolve("postmaster.pid")).get(0));
        var postmaster = ProcessHandle.of(pid).orElseThrow();
        var children = postmaster.children().toList();
        postmaster.destroyForcibly();
        postmaster.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        for (var child : children) {
            child.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        server.close();
    }

    /** Starts it where it was, on what it had written. */
    void restart() {
        server = PostgresServer.start(
                ServerOptions.DURABLE.in(server.directory()).onPort(port));
    }

    @Override
    public void close() {
        server.close();
    }
}
