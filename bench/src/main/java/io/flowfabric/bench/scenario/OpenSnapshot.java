package io.flowfabric.bench.scenario;

import io.flowfabric.bench.store.BenchStore;
import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.bench.store.SqliteBenchStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * A transaction of another program that has begun and does not end. On PostgreSQL nothing that dies after its beginning
 * can be
 * removed; on SQLite the log cannot be written back beyond it.
 */
final class OpenSnapshot {
    private final Connection connection;

    private OpenSnapshot(Connection connection) {
        this.connection = connection;
    }

    static OpenSnapshot hold(BenchStore benchStore) throws SQLException {
        if (benchStore instanceof PostgresBenchStore postgres) {
            var connection = postgres.connect();
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            return begin(connection, "SELECT pg_current_xact_id()");
        }
        var file = ((SqliteBenchStore) benchStore).file();
        return begin(DriverManager.getConnection("jdbc:sqlite:" + file), "SELECT count(*) FROM ff_executions");
    }

    private static OpenSnapshot begin(Connection connection, String firstLook) throws SQLException {
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute(firstLook);
        }
        return new OpenSnapshot(connection);
    }

    void close() throws SQLException {
        connection.rollback();
        connection.close();
    }
}
