package io.flowfabric.store.postgres;

import io.flowfabric.embedded.SharedServer;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.testkit.interleaved.BlockedSessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A real PostgreSQL for the tests of this module. Every test has a schema to itself.
 */
public final class TestPostgres {
    private TestPostgres() {}

    /** An address with a schema that nobody has used before. */
    public static String freshAddress() {
        return SharedServer.freshAddress();
    }

    /** A fresh store that takes its time from a clock. */
    public static Store open(Clock clock) {
        return ReusedSchemas.open(clock);
    }

    /** Finds out who waits for a lock in the schema of a store that {@link #open(Clock)} opened. */
    public static BlockedSessions blockedSessions(Store store) {
        return new PgBlockedSessions(ReusedSchemas.addressOf(store));
    }

    /** A store on an address, by the server's clock. */
    static PostgresStore open(String address) {
        return (PostgresStore) new PostgresStoreProvider().open(address, StoreOptions.DEFAULT);
    }

    /** Whether a transaction is open in the schema of an address that has announced events. */
    public static boolean isAnnounced(String address) throws SQLException {
        try (var connection = connect(address)) {
            var scope = new PgScope(
                    connection, new Statements(PostgresAddress.parse(address).schema()));
            var lowest = Queries.rows(
                    scope,
                    PgEventTable.LOWEST_ANNOUNCED,
                    row -> Optional.ofNullable(row.getObject(1)),
                    scope.lockSpace());
            return lowest.get(0).isPresent();
        }
    }

    /** A connection of somebody else's, to the database of an address. */
    public static Connection connect(String address) throws SQLException {
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
}
