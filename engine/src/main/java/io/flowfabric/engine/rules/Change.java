package io.flowfabric.engine.rules;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.execution.Attempt;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.Grant;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.model.worker.Worker;
import io.flowfabric.model.worker.WorkerKey;
import java.util.Optional;

/**
 * A change of the stored state, of one of a few kinds. The kind tells a store which columns it has to write; what it
 * writes stands in {@code after}, so that applying a change and loading the execution again gives {@code after}.
 */
public sealed interface Change {

    /** A change of an execution that exists. */
    sealed interface OfExecution extends Change {
        /** What the rule decided on; the change applies to exactly this version. */
        Execution before();

        Execution after();

        /** The attempt this change ends, which thereby becomes history. */
        default Optional<Attempt> endedAttempt() {
            return Optional.empty();
        }
    }

    /** A new execution. */
    record Created(Execution after, Submission submission) implements Change {}

    /** A lease begins: vector, attempt, lease, counters, alarms, lineage. */
    record Acquired(Execution before, Execution after, Optional<Attempt> endedAttempt) implements OfExecution {}

    /** The lease goes on: its times. */
    record Renewed(Execution before, Execution after) implements OfExecution {}

    /** The holder spoke: progress. */
    record Progressed(Execution before, Execution after) implements OfExecution {}

    /** The lease lapsed, but the execution stays active: vector and lease times. */
    record LeaseLapsed(Execution before, Execution after) implements OfExecution {}

    /** The execution is runnable again and unowned: vector, attempt, lease, counters, alarms, lineage, ending. */
    record Released(Execution before, Execution after, Optional<Attempt> endedAttempt) implements OfExecution {}

    /** A runnable or suspended execution moves to another place among the runnable: vector, alarms. */
    record Moved(Execution before, Execution after) implements OfExecution {}

    /** The execution is over: vector, attempt, lease, alarms, ending, and its result if it has one. */
    record Ended(Execution before, Execution after, Optional<Attempt> endedAttempt, Optional<Payload> result)
            implements OfExecution {}

    /** An ended execution starts again: vector, counters, alarms, lineage, ending; the result goes. */
    record Replayed(Execution before, Execution after) implements OfExecution {}

    /** Another place in the order of its lane: priority. */
    record Reprioritised(Execution before, Execution after) implements OfExecution {}

    /** A worker without the capabilities asked for it: that time. */
    record MismatchNoted(Execution before, Execution after) implements OfExecution {}

    /** Labels were set: the instance tag, and all tags as they are now. */
    record Tagged(Execution before, Execution after, Tags tags) implements OfExecution {}

    /** A grant exists; it replaces an expired one. */
    record GrantIssued(Grant grant) implements Change {}

    /** The grant of an execution is gone: consumed, or no longer of use. */
    record GrantRemoved(ExecutionId executionId) implements Change {}

    /** A worker is registered, or was heard of. */
    record WorkerStored(Worker worker) implements Change {}

    /** A worker is no longer registered. */
    record WorkerRemoved(WorkerKey key) implements Change {}

    /** A cursor got its name; somebody else may be giving it the same one. */
    record CursorCreated(NamedCursor cursor) implements Change {}

    /** A cursor stands elsewhere, or belongs to somebody else or to nobody: all but its name. */
    record CursorMoved(NamedCursor after) implements Change {}

    /** A named cursor is forgotten. */
    record CursorRemoved(CursorKey key) implements Change {}

    /** An ended execution is forgotten, with its events and everything else that belongs to it. */
    record Purged(Execution before) implements Change {}
}
