package io.flowfabric.store.postgres;

import io.flowfabric.embedded.SharedServer;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.postgres.table.PostgresEventTable;
import io.flowfabric.store.postgres.table.PostgresQueries;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.PostgresStatements;
import io.flowfabric.store.testkit.interleaved.BlockedSessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A real PostgreSQL for the tests of this module. Every test has a schema to itself.
 */
public final class TestPostgres {
    private TestPostgres() {}

    /** An address with a new schema. */
    public static String freshAddress() {
        return SharedServer.freshAddress();
    }

    /** A fresh store that takes its time from a clock. */
    public static Store open(Clock clock) {
        return ReusedSchemas.open(clock);
    }

    /** Finds the sessions that wait for a lock in the schema of a store that {@link #open(Clock)} opened. */
    public static BlockedSessions blockedSessions(Store store) {
        return new PgBlockedSessions(ReusedSchemas.addressOf(store));
    }

    /** A store on an address, by the server's clock. */
    public static PostgresStore open(String address) {
        return (PostgresStore) new PostgresStoreProvider().open(address, StoreOptions.DEFAULT);
    }

    /** Whether a transaction is open in the schema of an address that has announced events. */
    public static boolean isAnnounced(String address) throws SQLException {
        try (var connection = connect(address)) {
            var scope = new PostgresScope(
                    connection,
                    new PostgresStatements(PostgresAddress.parse(address).schema()));
            var lowest = PostgresQueries.rows(
                    scope,
                    PostgresEventTable.LOWEST_ANNOUNCED,
                    row -> Optional.ofNullable(row.getObject(1)),
                    scope.lockSpace());
            return lowest.get(0).isPresent();
        }
    }

    /** The key of the lock by which a transaction in the schema of an address announces events. */
    public static long announcementKey(String address) throws SQLException {
        try (var connection = connect(address)) {
            return PostgresEventTable.announced(
                    new PostgresScope(
                            connection,
                            new PostgresStatements(
                                    PostgresAddress.parse(address).schema())),
                    0);
        }
    }

    /** Ends the sessions that hold up the readers of an address and are silent, for however short a while; answers how many. */
    public static int endSilentHolders(String address) throws SQLException {
        try (var connection = connect(address)) {
            var scope = new PostgresScope(
                    connection,
                    new PostgresStatements(PostgresAddress.parse(address).schema()));
            return new SilentHolders().end(scope, Duration.ZERO);
        }
    }

    /** A connection outside of any store, to the database of an address. */
    public static Connection connect(String address) throws SQLException {
        return dataSource(address).getConnection();
    }

    /** Every connection it gives is a new one. */
    public static PGSimpleDataSource dataSource(String address) {
        var parsed = PostgresAddress.parse(address);
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(parsed.jdbcUrl());
        dataSource.setUser(parsed.user().orElseThrow());
        return dataSource;
    }
}
