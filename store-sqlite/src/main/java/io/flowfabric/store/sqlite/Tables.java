package io.flowfabric.store.sqlite;

/** What the transactions of one store share. */
record Tables(QueueTable queues, ExecutionTable executions) {
    static Tables create() {
        var queues = new QueueTable();
        return new Tables(queues, new ExecutionTable(queues, new PolicyCache()));
    }
}
