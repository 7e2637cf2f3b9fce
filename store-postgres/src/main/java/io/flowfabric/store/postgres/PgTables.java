package io.flowfabric.store.postgres;

/** What the transactions of one store share. */
record PgTables(PgQueueTable queues, PgExecutionTable executions) {
    static PgTables create() {
        var queues = new PgQueueTable();
        return new PgTables(queues, new PgExecutionTable(queues));
    }
}
