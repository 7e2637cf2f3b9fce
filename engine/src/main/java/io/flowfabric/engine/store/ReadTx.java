package io.flowfabric.engine.store;

/** A read transaction: one snapshot. */
public interface ReadTx extends Tx {
    ExecutionReads executions();

    LaneReads lanes();

    WorkerReads workers();

    EventReads events();

    CursorReads cursors();

    RetentionReads retention();

    DueReads due();
}
