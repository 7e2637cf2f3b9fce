package io.flowfabric.store.postgres.table;

/** What the transactions of one store share. */
public record PostgresTables(
        PostgresQueueTable queues, PostgresExecutionTable executions, PostgresChanges changes, Watermarks watermarks) {
    public static PostgresTables create() {
        var queues = new PostgresQueueTable();
        var watermarks = new Watermarks();
        return new PostgresTables(
                queues, new PostgresExecutionTable(queues, watermarks), new PostgresChanges(), watermarks);
    }
}
