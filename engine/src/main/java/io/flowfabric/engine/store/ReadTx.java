package io.flowfabric.engine.store;

import io.flowfabric.engine.store.read.CursorReads;
import io.flowfabric.engine.store.read.DueReads;
import io.flowfabric.engine.store.read.EventReads;
import io.flowfabric.engine.store.read.ExecutionReads;
import io.flowfabric.engine.store.read.FollowUpReads;
import io.flowfabric.engine.store.read.LaneReads;
import io.flowfabric.engine.store.read.MissedWakeUpReads;
import io.flowfabric.engine.store.read.RetentionReads;
import io.flowfabric.engine.store.read.WorkerReads;

/** A read transaction: one snapshot. */
public interface ReadTx extends Tx {
    ExecutionReads executions();

    LaneReads lanes();

    WorkerReads workers();

    EventReads events();

    CursorReads cursors();

    RetentionReads retention();

    DueReads due();

    MissedWakeUpReads missedWakeUps();

    FollowUpReads followUps();
}
