package io.flowfabric.store.postgres;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.Stream;

/** Transactions that are none of the engine's. */
final class ForeignTransaction {
    private ForeignTransaction() {}

    /** One that holds executions locked until its connection rolls back or is closed. */
    static Connection holding(String address, ExecutionId... ids) throws SQLException {
        var foreign = TestPostgres.connect(address);
        foreign.setAutoCommit(false);
        lock(foreign, address, ids);
        return foreign;
    }

    /** Locks executions, in an open transaction. */
    static void lock(Connection foreign, String address, ExecutionId... ids) throws SQLException {
        String schema = PostgresAddress.parse(address).schema().value();
        try (var statement =
                foreign.prepareStatement("SELECT 1 FROM " + schema + ".executions WHERE id = ANY (?) FOR UPDATE")) {
            byte[][] keys = Stream.of(ids).map(ExecutionKey::encode).toArray(byte[][]::new);
            statement.setArray(1, foreign.createArrayOf("bytea", keys));
            statement.execute();
        }
    }
}
