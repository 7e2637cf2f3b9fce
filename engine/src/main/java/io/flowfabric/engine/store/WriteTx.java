package io.flowfabric.engine.store;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.write.CursorWrites;
import io.flowfabric.engine.store.write.EventWrites;
import io.flowfabric.engine.store.write.ExecutionWrites;
import io.flowfabric.engine.store.write.FollowUpWrites;
import io.flowfabric.engine.store.write.KeyWrites;
import io.flowfabric.engine.store.write.LaneWrites;
import io.flowfabric.engine.store.write.RetentionWrites;
import io.flowfabric.engine.store.write.SettingWrites;
import io.flowfabric.engine.store.write.WorkerWrites;
import java.util.List;

/**
 * A write transaction, by families of records. All methods work on sets; what is applied here is visible to later calls
 * on the same one. Decisions are written by {@link #apply}, for all families; a family loads and locks.
 */
public interface WriteTx extends Tx {
    ExecutionWrites executions();

    WorkerWrites workers();

    CursorWrites cursors();

    LaneWrites lanes();

    KeyWrites keys();

    EventWrites events();

    RetentionWrites retention();

    SettingWrites settings();

    /** Commands for other records, to be carried out after the commit. */
    FollowUpWrites followUps();

    /** Writes changes in the order given. A change applies to the version it was decided on, and to no other. */
    void apply(List<Change> changes);
}
