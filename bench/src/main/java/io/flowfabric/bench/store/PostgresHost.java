package io.flowfabric.bench.store;

import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A PostgreSQL server on which databases are created and dropped. Safe for use by any thread. */
public final class PostgresHost implements BenchStores {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final Login login;
    private final Optional<Path> directory;
    private final Set<String> created = ConcurrentHashMap.newKeySet();
    private Optional<String> store = Optional.empty();

    /** The server at an address. Nothing is connected yet. */
    public PostgresHost(String address) {
        this(address, Optional.empty());
    }

    /** A server that runs on this machine for us. Nothing is connected yet. */
    public static PostgresHost ours(PostgresServer server) {
        return new PostgresHost(server.address(), Optional.of(server.directory()));
    }

    private PostgresHost(String address, Optional<Path> directory) {
        this.login = Login.parse(address);
        this.directory = directory;
    }

    /** Names the major, such as {@code postgresql 18}; the server is asked for it once. */
    @Override
    public synchronized String store() {
        if (store.isEmpty()) {
            try (var connection = connect()) {
                store = Optional.of("%s %d"
                        .formatted(
                                PostgresBenchStore.STORE,
                                connection.getMetaData().getDatabaseMajorVersion()));
            } catch (SQLException failed) {
                throw unusable(failed);
            }
        }
        return store.get();
    }

    /** How to reach it. */
    public Login login() {
        return login;
    }

    /** Where its data lie, if it runs on this machine for us. */
    public Optional<Path> directory() {
        return directory;
    }

    /**
     * Creates an empty database, after a checkpoint: otherwise a run would pay for the pages that the one before it left
     * to be written.
     *
     * @throws EngineException {@code unavailable} if the server cannot be reached or does not let us create databases
     */
    @Override
    public PostgresBenchStore fresh() {
        String name = "ff_bench_%d_%d".formatted(ProcessHandle.current().pid(), DATABASES.incrementAndGet());
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
            created.add(name);
            statement.execute("CREATE DATABASE " + name);
            return new PostgresBenchStore(this, name);
        } catch (SQLException failed) {
            throw unusable(failed);
        }
    }

    @Override
    public void close() {
        Set.copyOf(created).forEach(this::drop);
    }

    void drop(String database) {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + database + " WITH (FORCE)");
            created.remove(database);
        } catch (SQLException failed) {
            throw unusable(failed);
        }
    }

    /** A connection for what concerns the server as a whole. */
    public Connection connect() throws SQLException {
        return connect(login.database());
    }

    Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(login.jdbcUrl(database));
    }

    private EngineException unusable(SQLException failed) {
        return EngineError.of(
                        ErrorCode.UNAVAILABLE,
                        "PostgreSQL at %s:%d: %s".formatted(login.host(), login.port(), failed.getMessage()),
                        "The benchmark needs a role that may create databases and request checkpoints.")
                .toException();
    }
}
