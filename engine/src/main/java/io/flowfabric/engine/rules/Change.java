package io.flowfabric.engine.rules;

import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.lease.Grant;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import java.util.Optional;

/**
 * A change of the stored state, of one of a few kinds, which belong to families of records. The kind says which columns
 * a store has to write; their values are in {@code after}, so that applying a change and loading the execution again
 * gives {@code after}.
 *
 * <p>Components that treat kinds differently (stores, wake-ups, models in tests) implement {@link ChangeHandler} and do
 * not compile until they know a new kind.
 */
public sealed interface Change {

    /** Calls the one method of the handler that is for changes of this kind. */
    void accept(ChangeHandler handler);

    /**
     * The record that is changed: changes of one record have equal subjects, and those of different records have not.
     */
    Object subject();

    /** The grant of an execution is a record of its own. */
    record GrantOf(ExecutionId executionId) {}

    /** A change of an execution that exists. */
    sealed interface OfExecution extends Change {
        /** What the rule decided on; the change applies to exactly this version. */
        Execution before();

        Execution after();

        /** The attempt this change ends, which thereby becomes history. */
        default Optional<Attempt> endedAttempt() {
            return Optional.empty();
        }

        /** The result that the ended attempt has brought. */
        default Optional<Payload> result() {
            return Optional.empty();
        }

        @Override
        default void accept(ChangeHandler handler) {
            handler.executions().updated(this);
        }

        @Override
        default Object subject() {
            return after().id();
        }

        /** Calls the methods for those parts that this change writes besides the row and the ended attempt. */
        void acceptParts(ChangeHandler.UpdateParts parts);
    }

    /** An update of the execution's row and of its attempts, and of nothing else. */
    sealed interface OfRow extends OfExecution {
        @Override
        default void acceptParts(ChangeHandler.UpdateParts parts) {}
    }

    /** A change of the grant of an execution. */
    sealed interface OfGrant extends Change {}

    /** A change of the registry of workers. */
    sealed interface OfWorker extends Change {}

    /** A change of a named cursor. */
    sealed interface OfCursor extends Change {}

    /** A new execution. */
    record Created(Execution after, Submission submission) implements Change {
        @Override
        public void accept(ChangeHandler handler) {
            handler.executions().created(this);
        }

        @Override
        public Object subject() {
            return after.id();
        }
    }

    /** A lease begins: vector, attempt, lease, counters, due times, lineage. */
    record Acquired(Execution before, Execution after, Optional<Attempt> endedAttempt) implements OfRow {}

    /** The lease is renewed: its times. */
    record Renewed(Execution before, Execution after) implements OfRow {}

    /** The holder spoke: progress. */
    record Progressed(Execution before, Execution after) implements OfRow {}

    /** The lease expired or was revoked, but the execution stays active: vector and lease times. */
    record LeaseExpired(Execution before, Execution after) implements OfRow {}

    /** The execution is runnable again and unowned: vector, attempt, lease, counters, due times, lineage, ending. */
    record Released(Execution before, Execution after, Optional<Attempt> endedAttempt) implements OfRow {}

    /** A runnable or suspended execution moves to another place among the runnable: vector, due times. */
    record Moved(Execution before, Execution after) implements OfRow {}

    /** The execution has ended: vector, attempt, lease, due times, ending, and its result if it has one. */
    record Ended(Execution before, Execution after, Optional<Attempt> endedAttempt, Optional<Payload> result)
            implements OfRow {}

    /** An ended execution starts again: vector, counters, due times, lineage, ending; the result is removed. */
    record Replayed(Execution before, Execution after) implements OfExecution {
        @Override
        public void acceptParts(ChangeHandler.UpdateParts parts) {
            parts.replayed(this);
        }
    }

    /** Another place in the order of its lane: priority. */
    record Reprioritised(Execution before, Execution after) implements OfRow {}

    /** A worker without the required capabilities asked for it: the time of that. */
    record MismatchNoted(Execution before, Execution after) implements OfRow {}

    /** Labels were set: the instance tag, and all tags as they are now. */
    record Tagged(Execution before, Execution after, Tags tags) implements OfExecution {
        @Override
        public void acceptParts(ChangeHandler.UpdateParts parts) {
            parts.tagged(this);
        }
    }

    /** A grant exists; it replaces an expired one. */
    record GrantIssued(Grant grant) implements OfGrant {
        @Override
        public void accept(ChangeHandler handler) {
            handler.grants().issued(this);
        }

        @Override
        public Object subject() {
            return new GrantOf(grant.executionId());
        }
    }

    /** The grant of an execution is gone: consumed, or no longer of use. */
    record GrantRemoved(ExecutionId executionId) implements OfGrant {
        @Override
        public void accept(ChangeHandler handler) {
            handler.grants().removed(this);
        }

        @Override
        public Object subject() {
            return new GrantOf(executionId);
        }
    }

    /** A worker has registered, or sent a heartbeat. */
    record WorkerStored(RegisteredWorker worker) implements OfWorker {
        @Override
        public void accept(ChangeHandler handler) {
            handler.workers().stored(this);
        }

        @Override
        public Object subject() {
            return worker.key();
        }
    }

    /** A worker is no longer registered. */
    record WorkerRemoved(WorkerKey key) implements OfWorker {
        @Override
        public void accept(ChangeHandler handler) {
            handler.workers().removed(this);
        }

        @Override
        public Object subject() {
            return key;
        }
    }

    /** A named cursor is created; another call may be creating the same one. */
    record CursorCreated(NamedCursor cursor) implements OfCursor {
        @Override
        public void accept(ChangeHandler handler) {
            handler.cursors().created(this);
        }

        @Override
        public Object subject() {
            return cursor.key();
        }
    }

    /** The position or the holder of a cursor has changed: all but its name. */
    record CursorMoved(NamedCursor after) implements OfCursor {
        @Override
        public void accept(ChangeHandler handler) {
            handler.cursors().moved(this);
        }

        @Override
        public Object subject() {
            return after.key();
        }
    }

    /** A named cursor is forgotten. */
    record CursorRemoved(CursorKey key) implements OfCursor {
        @Override
        public void accept(ChangeHandler handler) {
            handler.cursors().removed(this);
        }

        @Override
        public Object subject() {
            return key;
        }
    }

    /** An ended execution is forgotten, with its events and everything else that belongs to it. */
    record Purged(Execution before) implements Change {
        @Override
        public void accept(ChangeHandler handler) {
            handler.executions().purged(this);
        }

        @Override
        public Object subject() {
            return before.id();
        }
    }
}
