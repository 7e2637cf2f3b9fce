package io.flowfabric.store.postgres;

import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.embedded.ServerOptions;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A real PostgreSQL for the tests of this module, started from the Maven artifact once per JVM, or the server that
 * {@code FF_TEST_PG_URL} names. Every test gets a schema of its own.
 */
public final class TestPostgres {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();
    private static final String ADDRESS =
            Optional.ofNullable(System.getenv("FF_TEST_PG_URL")).orElseGet(TestPostgres::start);

    private TestPostgres() {}

    /** An address with a schema that nobody has used before. */
    public static String freshAddress() {
        String schema = "ff_test_%d_%d".formatted(ProcessHandle.current().pid(), SCHEMAS.incrementAndGet());
        return ADDRESS + (ADDRESS.contains("?") ? "&" : "?") + "schema=" + schema;
    }

    /** A fresh store that takes its time from a clock. */
    public static Store open(Clock clock) {
        return new PostgresStoreProvider().open(freshAddress(), StoreOptions.DEFAULT.withClock(clock));
    }

    /** A store on an address, by the server's clock. */
    static PostgresStore open(String address) {
        return (PostgresStore) new PostgresStoreProvider().open(address, StoreOptions.DEFAULT);
    }

    /** A connection of somebody else's, to the database of an address. */
    static Connection connect(String address) throws SQLException {
        return dataSource(address).getConnection();
    }

    /** Every connection it gives is a new one. */
    static PGSimpleDataSource dataSource(String address) {
        var parsed = PostgresAddress.parse(address);
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(parsed.jdbcUrl());
        dataSource.setUser(parsed.user().orElseThrow());
        return dataSource;
    }

    private static String start() {
        return PostgresServer.start(ServerOptions.FAST.with("max_connections", "200"))
                .address();
    }
}
