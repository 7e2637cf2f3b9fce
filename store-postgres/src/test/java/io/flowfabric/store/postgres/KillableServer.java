package io.flowfabric.store.postgres;

import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.embedded.ServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A PostgreSQL of its own that writes as durably as in production, and that a test may kill and start again. */
public final class KillableServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private PostgresServer server;
    private final int port;

    private KillableServer(PostgresServer server) {
        this.server = server;
        this.port = server.port();
    }

    /** Starts one in a directory of its own. */
    public static KillableServer start(Path directory) {
        return new KillableServer(PostgresServer.start(ServerOptions.DURABLE.in(directory)));
    }

    /** Where it is reached, by somebody who may do everything. */
    public String address() {
        return server.address();
    }

    /** What a setting is set to. */
    public String setting(String name) throws SQLException {
        try (Connection connection = TestPostgres.connect(address());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW " + name)) {
            row.next();
            return row.getString(1);
        }
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
