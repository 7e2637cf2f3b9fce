package io.flowfabric.store.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
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
    private static final Duration STARTUP = Duration.ofSeconds(60);

    private final Path directory;
    private final int port;
    private EmbeddedPostgres server;

    private KillableServer(Path directory, EmbeddedPostgres server) {
        this.directory = directory;
        this.port = server.getPort();
        this.server = server;
    }

    /** Starts one in a directory of its own. */
    public static KillableServer start(Path directory) throws IOException {
        return new KillableServer(directory, builder(directory).start());
    }

    /** Where it is reached, by somebody who may do everything. */
    public String address() {
        return "postgresql://postgres@localhost:" + port + "/postgres";
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
                Files.readAllLines(directory.resolve("postmaster.pid")).get(0));
        var postmaster = ProcessHandle.of(pid).orElseThrow();
        var children = postmaster.children().toList();
        postmaster.destroyForcibly();
        postmaster.onExit().get(STARTUP.toSeconds(), TimeUnit.SECONDS);
        for (var child : children) {
            child.onExit().get(STARTUP.toSeconds(), TimeUnit.SECONDS);
        }
        server.close();
    }

    /** Starts it where it was, on what it had written. */
    void restart() throws IOException {
        server = builder(directory).setPort(port).start();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private static EmbeddedPostgres.Builder builder(Path directory) {
        return EmbeddedPostgres.builder()
                .setDataDirectory(directory)
                .setCleanDataDirectory(false)
                .setPGStartupWait(STARTUP)
                .setServerConfig("max_connections", "200")
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on");
    }
}
