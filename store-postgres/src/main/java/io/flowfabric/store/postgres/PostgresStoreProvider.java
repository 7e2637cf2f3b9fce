package io.flowfabric.store.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreHealth;
import io.flowfabric.engine.store.StoreMigrations;
import io.flowfabric.engine.store.StoreProvider;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.store.postgres.table.PostgresHealthQueries;
import io.flowfabric.store.postgres.transaction.PostgresErrors;
import io.flowfabric.store.postgres.transaction.SchemaName;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/** Opens {@code postgresql:} addresses. */
public final class PostgresStoreProvider implements StoreProvider {
    /** Writers, readers, the notification sender and the vacuum. */
    private static final int CONNECTIONS = 14;

    /** So long it may take to get a connection, or to make one. */
    private static final Duration CONNECT = Duration.ofSeconds(5);

    /**
     * So much the driver collects before it sends, unless the socket's own buffer is smaller; it allocates as much for every
     * connection, below 4 MiB for a pool of the usual size. With the driver's 8 KiB a batch leaves in many system calls, and an
     * engine that is stopped between two of them holds all subscribers up. A batch beyond it, and one that is encrypted, still
     * leaves in several.
     */
    private static final int SEND_BUFFER_BYTES = 256 * 1024;

    /** A pool of the caller's has other users. */
    private static final int WRITERS_OF_CALLERS = 3;

    @Override
    public String scheme() {
        return "postgresql:";
    }

    @Override
    public String usage() {
        return "postgresql://user:password@host:5432/database";
    }

    @Override
    public StoreMigrations migrations(String address) {
        var parsed = PostgresAddress.parse(address);
        return new PostgresStoreMigrations(parsed, PostgresSchema.CURRENT);
    }

    @Override
    public StoreHealth health(String address) {
        var parsed = PostgresAddress.parse(address);
        try (var pool = pool(parsed, CONNECTIONS)) {
            return new PostgresHealthQueries(pool, parsed.schema()).look();
        }
    }

    @Override
    public Store open(String address, StoreOptions options) {
        var parsed = PostgresAddress.parse(address);
        int connections = options.connections().orElse(CONNECTIONS);
        var pool = pool(parsed, connections);
        try {
            boot(pool, parsed.schema(), options);
            var sources = new PostgresStore.Sources(pool, writers(connections), pool);
            return PostgresStore.open(sources, parsed.schema(), options);
        } catch (RuntimeException failed) {
            pool.close();
            throw failed;
        }
    }

    /** In the schema {@code flowfabric} unless the options name another. One connection is kept for as long as the store is open; few are used at once. */
    @Override
    public Optional<Store> open(DataSource dataSource, StoreOptions options) {
        if (!leadsHere(dataSource)) {
            return Optional.empty();
        }
        var schema = options.schema().map(SchemaName::new).orElse(SchemaName.DEFAULT);
        boot(dataSource, schema, options);
        var sources = new PostgresStore.Sources(dataSource, WRITERS_OF_CALLERS, () -> {});
        return Optional.of(PostgresStore.open(sources, schema, options));
    }

    private static boolean leadsHere(DataSource dataSource) {
        try (var connection = dataSource.getConnection()) {
            return connection.isWrapperFor(PGConnection.class);
        } catch (SQLException failed) {
            throw PostgresErrors.typed(failed, "open", Duration.ZERO);
        }
    }

    /** Somewhat more than half of them, so that writers that queue up leave something to readers. */
    private static int writers(int connections) {
        return connections / 2 + 1;
    }

    /** @param connections that work; one more listens for as long as the store is open */
    public static HikariDataSource pool(PostgresAddress address, int connections) {
        var config = new HikariConfig();
        config.setJdbcUrl(address.jdbcUrl());
        address.user().ifPresent(config::setUsername);
        address.password().ifPresent(config::setPassword);
        config.setMaximumPoolSize((int) Math.min(connections + 1L, Integer.MAX_VALUE));
        config.setMinimumIdle(1);
        config.setConnectionTimeout(CONNECT.toMillis());
        config.setPoolName("flowfabric");
        config.addDataSourceProperty("ApplicationName", "flowfabric");
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("maxSendBufferSize", Integer.toString(SEND_BUFFER_BYTES));
        // A statement is planned at its first execution and kept; the driver would have it planned for each of the
        // first five.
        config.addDataSourceProperty("prepareThreshold", "1");
        // A server that goes silent while a connection is made must not keep the pool from making others.
        config.addDataSourceProperty("loginTimeout", Long.toString(CONNECT.toSeconds()));
        // Otherwise an error quotes the row or the whole statement that it is about, payload and tags included.
        config.addDataSourceProperty("logServerErrorDetail", "false");
        try {
            return new HikariDataSource(config);
        } catch (HikariPool.PoolInitializationException unreachable) {
            throw new TransportException(
                    PostgresErrors.BACKEND,
                    TransportKind.TRANSPORT,
                    new SQLException("%s cannot be used. %s"
                            .formatted(address, unreachable.getCause().getMessage())));
        }
    }

    private static void boot(DataSource pool, SchemaName schema, StoreOptions options) {
        try (var connection = pool.getConnection()) {
            PostgresSchema.CURRENT.runner(schema).boot(connection, options.migrate());
        } catch (SQLException failed) {
            throw PostgresErrors.typed(failed, "migrate", Duration.ZERO);
        }
    }
}
