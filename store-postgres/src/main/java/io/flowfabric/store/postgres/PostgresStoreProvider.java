package io.flowfabric.store.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreMigrations;
import io.flowfabric.engine.store.StoreProvider;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.TransportKind;
import java.sql.SQLException;
import java.time.Duration;

/** Opens {@code postgresql:} addresses. */
public final class PostgresStoreProvider implements StoreProvider {
    private static final int WRITERS = 8;

    /** Besides the writers: readers, the listener, the ringer and the vacuum. */
    private static final int OTHERS = 7;

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
    public Store open(String address, StoreOptions options) {
        var parsed = PostgresAddress.parse(address);
        var pool = pool(parsed);
        try {
            boot(pool, parsed.schema(), options);
            return PostgresStore.open(new PostgresStore.Sources(pool, WRITERS, pool), parsed.schema(), options);
        } catch (RuntimeException failed) {
            pool.close();
            throw failed;
        }
    }

    static HikariDataSource pool(PostgresAddress address) {
        var config = new HikariConfig();
        config.setJdbcUrl(address.jdbcUrl());
        address.user().ifPresent(config::setUsername);
        address.password().ifPresent(config::setPassword);
        config.setMaximumPoolSize(WRITERS + OTHERS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(Duration.ofSeconds(5).toMillis());
        config.setPoolName("flowfabric");
        config.addDataSourceProperty("ApplicationName", "flowfabric");
        config.addDataSourceProperty("tcpKeepAlive", "true");
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

    private static void boot(HikariDataSource pool, SchemaName schema, StoreOptions options) {
        try (var connection = pool.getConnection()) {
            PostgresSchema.CURRENT.runner(schema).boot(connection, options.migrate());
        } catch (SQLException failed) {
            throw PostgresErrors.typed(failed, "migrate", Duration.ZERO);
        }
    }
}
