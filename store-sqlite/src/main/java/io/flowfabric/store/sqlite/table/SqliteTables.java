package io.flowfabric.store.sqlite.table;

import io.flowfabric.store.jdbc.PolicyCache;

/** What the transactions of one store share. */
public record SqliteTables(
        SqliteQueueTable queues, SqliteExecutionTable executions, HotRows hotRows, RowNumbers rowNumbers) {
    public static SqliteTables create() {
        var queues = new SqliteQueueTable();
        return new SqliteTables(
                queues, new SqliteExecutionTable(queues, new PolicyCache()), new HotRows(), new RowNumbers());
    }
}
