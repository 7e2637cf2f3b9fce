package io.flowfabric.engine.command;

import io.flowfabric.engine.command.CommandBatch.AppliedChange;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The commands of a batch that are decided on one cached execution, each on the state that the one before leaves. They
 * are valid together: the first write is guarded by the version of the cached state, and later writes of the same
 * transaction meet the row that it has written. Not safe for use by several threads.
 */
final class CachedExecutionFold {
    /** A decision, and the place of its command in the batch. */
    record Draft(int place, Decision<?> decision) {}

    private final ChangeLine changes = new ChangeLine();
    private final List<Draft> drafts = new ArrayList<>(1);
    private final Optional<Loaded> copy;
    private boolean closed;

    /** @param copy the cached execution; if empty, nothing is decided here */
    CachedExecutionFold(Optional<Loaded> copy) {
        this.copy = copy;
        this.closed = copy.isEmpty();
    }

    /**
     * Decides a command, unless one before it could not be decided here. A decision on a cached execution counts if it
     * changes that execution and nothing else: a refusal needs the stored row, and so do the commands after it.
     */
    void decide(int place, Command<?> command, long storeTime) {
        if (closed) {
            return;
        }
        var before = state();
        long now = Math.max(storeTime, before.execution().timing().lastMutationAt());
        var decision = command.rule().decide(new FoundInCache(before), now);
        if (decision.refusal().isEmpty()
                && decision.changes().size() == 1
                && decision.changes().get(0) instanceof Change.OfExecution change) {
            drafts.add(new Draft(place, decision));
            changes.add(change);
        } else {
            close();
        }
    }

    /** What the next command is decided on; most executions have one command, so it is put together when it is needed. */
    private Loaded state() {
        var loaded = copy.orElseThrow();
        if (drafts.isEmpty()) {
            return loaded;
        }
        var last = (Change.OfExecution) changes.get(changes.size() - 1);
        return new Loaded(last.after(), loaded.policy(), loaded.grant(), loaded.membership());
    }

    /** Leaves all later commands to be decided on the stored row. */
    void close() {
        closed = true;
    }

    boolean isEmpty() {
        return drafts.isEmpty();
    }

    /** The change that is written if the execution is still at the cached version. */
    Change.OfExecution guarded() {
        return (Change.OfExecution) changes.get(0);
    }

    /** All changes, the guarded one first. */
    ChangeLine changes() {
        return changes;
    }

    /** How the execution is left behind. */
    AppliedChange left() {
        return new AppliedChange(copy.orElseThrow(), (Change.OfExecution) changes.get(changes.size() - 1));
    }

    List<Draft> drafts() {
        return drafts;
    }
}
