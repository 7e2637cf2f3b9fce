package io.flowfabric.store.sqlite;

import io.flowfabric.store.jdbc.PolicyCache;

/** What the transactions of one store share. */
record Tables(QueueTable queues, ExecutionTable executions, HotRows hotRows, RowNumbers rowNumbers) {
    static Tables create() {
        var queues = new QueueTable();
        return new Tables(queues, new ExecutionTable(queues, new PolicyCache()), new HotRows(), new RowNumbers());
    }
}
