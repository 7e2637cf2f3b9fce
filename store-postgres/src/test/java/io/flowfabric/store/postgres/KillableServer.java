package io.flowfabric.store.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A PostgreSQL of its own that writes as durably as in production, and that a test may kill and start again. */
final class KillableServer implements AutoCloseable {
    private static final Duration STARTUP = Duration.ofSeconds(60);

    private final Path directory;
    private final int port;
    private EmbeddedPostgres server;

    private KillableServer(Path directory, EmbeddedPostgres server) {
        this.directory = directory;
        this.port = server.getPort();
        this.server = server;
    }

    static KillableServer start(Path directory) throws IOException {
        return new KillableServer(directory, builder(directory).start());
    }

    String address() {
        return "postgresql://postgres@localhost:" + port + "/postgres";
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
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on");
    }
}
