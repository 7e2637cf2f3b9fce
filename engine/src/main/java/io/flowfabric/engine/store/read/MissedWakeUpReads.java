package io.flowfabric.engine.store.read;

import io.flowfabric.engine.store.wakeup.WakeUpKey;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.id.ExecutionId;
import java.util.Set;

/** One question for all calls of a process that wait, because a wake-up between processes may be lost. */
public interface MissedWakeUpReads {
    /** What happened to everything that calls wait for; must be the only query of its read. */
    MissedWakeUps news(Awaited awaited);

    /**
     * What calls wait for.
     *
     * @param work for something to claim
     * @param executions for their ends
     * @param cursors for being free
     */
    record Awaited(Set<WakeUpKey.Work> work, Set<ExecutionId> executions, Set<CursorKey> cursors) {}

    /**
     * What calls may have missed.
     *
     * @param work those that have candidates for claims
     * @param settled executions that have ended or are not stored
     * @param free cursors that no subscriber holds; one whose lease has ended by time is not among them
     * @param newestEvent the newest position that was ever given to an event, settled or not
     */
    record MissedWakeUps(Set<WakeUpKey.Work> work, Set<ExecutionId> settled, Set<CursorKey> free, long newestEvent) {}
}
