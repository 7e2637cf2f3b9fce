package io.flowfabric.store.postgres;

/** What the transactions of one store share. */
record PgTables(PgQueueTable queues, PgExecutionTable executions, PgChanges changes) {
    static PgTables create() {
        var queues = new PgQueueTable();
        return new PgTables(queues, new PgExecutionTable(queues), new PgChanges());
    }
}
