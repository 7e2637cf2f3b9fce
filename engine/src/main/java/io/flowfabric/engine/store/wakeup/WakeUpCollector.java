package io.flowfabric.engine.store.wakeup;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ChangeHandler;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.model.Times;
import io.flowfabric.model.execution.Execution;

/** Collects which waiting calls and timers the changes of one commit concern. Used by one thread. */
final class WakeUpCollector
        implements ChangeHandler,
                ChangeHandler.ExecutionChanges,
                ChangeHandler.GrantChanges,
                ChangeHandler.WorkerChanges,
                ChangeHandler.CursorChanges {
    private final WakeUpKeys.Collector claimable = new WakeUpKeys.Collector();
    private final WakeUpKeys.Collector ended = new WakeUpKeys.Collector();
    private final WakeUpKeys.Collector freedCursors = new WakeUpKeys.Collector();
    private long dueAt = WakeUps.NO_DUE_TIME;

    WakeUps collected() {
        return new WakeUps(claimable.keys(), ended.keys(), WakeUpKeys.NONE, false, freedCursors.keys(), false, dueAt);
    }

    @Override
    public ExecutionChanges executions() {
        return this;
    }

    @Override
    public GrantChanges grants() {
        return this;
    }

    @Override
    public WorkerChanges workers() {
        return this;
    }

    @Override
    public CursorChanges cursors() {
        return this;
    }

    @Override
    public void created(Change.Created created) {
        stands(created.after());
    }

    /** An end is seen by the states, so that a further kind of change that ends executions wakes as well. */
    @Override
    public void updated(Change.OfExecution updated) {
        if (updated.after().vector().isTerminal() && !updated.before().vector().isTerminal()) {
            ended.add(WakeUpKey.hashOf(updated.after().id()));
        }
        stands(updated.after());
    }

    /** Calls that wait for an execution have had their answer when it ended. */
    @Override
    public void purged(Change.Purged purged) {}

    @Override
    public void issued(Change.GrantIssued issued) {
        noteDueTime(Times.plus(issued.grant().expiresAt(), 1));
    }

    /** The accompanying update of the execution says whether it can be claimed. */
    @Override
    public void removed(Change.GrantRemoved removed) {}

    @Override
    public void stored(Change.WorkerStored stored) {
        noteDueTime(Times.plus(stored.worker().livenessEndsAt(), 1));
    }

    /** No call waits for a worker to leave. */
    @Override
    public void removed(Change.WorkerRemoved removed) {}

    /** A new cursor belongs to its creator. */
    @Override
    public void created(Change.CursorCreated created) {}

    @Override
    public void moved(Change.CursorMoved moved) {
        if (moved.after().lease().isEmpty()) {
            freedCursors.add(WakeUpKey.hashOf(moved.after().key()));
        }
    }

    @Override
    public void removed(Change.CursorRemoved removed) {
        freedCursors.add(WakeUpKey.hashOf(removed.key()));
    }

    /** Claimers of its lane wait for one namespace or for any. */
    private void stands(Execution e) {
        if (ClaimRules.isCandidate(e.vector())) {
            var lane = e.identity().lane();
            claimable.add(WakeUpKey.hashOf(lane));
            claimable.add(WakeUpKey.hashOf(lane, e.identity().namespace()));
        }
        noteDueTime(WakeUps.earliestDueTime(e));
    }

    private void noteDueTime(long at) {
        dueAt = Math.min(dueAt, at);
    }
}
