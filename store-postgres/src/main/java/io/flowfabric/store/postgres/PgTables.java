package io.flowfabric.store.postgres;

/** What the transactions of one store share. */
record PgTables(PgQueueTable queues, PgExecutionTable executions, PgChanges changes, Watermarks watermarks) {
    static PgTables create() {
        var queues = new PgQueueTable();
        var watermarks = new Watermarks();
        return new PgTables(queues, new PgExecutionTable(queues, watermarks), new PgChanges(), watermarks);
    }
}
