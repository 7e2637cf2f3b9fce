package io.flowfabric.engine.command;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ChangeHandler;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.lease.Grant;
import java.util.Optional;

/** Updates loaded records as the changes of commands leave them. */
final class NotedChanges implements ChangeHandler, ChangeHandler.ExecutionChanges, ChangeHandler.GrantChanges {
    private final LoadedRecords records;

    NotedChanges(LoadedRecords records) {
        this.records = records;
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
        return new NotedWorkers();
    }

    @Override
    public CursorChanges cursors() {
        return new NotedCursors();
    }

    /** An execution that does not exist was not loaded, so later commands could not find it. */
    @Override
    public void created(Change.Created created) {
        throw new IllegalStateException(
                "Commands cannot create executions: " + created.after().id());
    }

    @Override
    public void updated(Change.OfExecution updated) {
        var after = updated.after();
        var before = records.execution(after.id()).orElseThrow();
        records.put(new Loaded(after, before.policy(), before.grant(), before.membership()));
        updated.acceptParts(new NotedParts());
    }

    @Override
    public void purged(Change.Purged purged) {
        throw new IllegalStateException(
                "Commands cannot purge executions: " + purged.before().id());
    }

    @Override
    public void issued(Change.GrantIssued issued) {
        note(issued.grant().executionId(), Optional.of(issued.grant()));
    }

    @Override
    public void removed(Change.GrantRemoved removed) {
        note(removed.executionId(), Optional.empty());
    }

    private void note(ExecutionId id, Optional<Grant> grant) {
        var before = records.execution(id).orElseThrow();
        records.put(new Loaded(before.execution(), before.policy(), grant, before.membership()));
    }

    private final class NotedParts implements UpdateParts {
        @Override
        public void replayed(Change.Replayed replayed) {
            // No command wants results.
        }

        @Override
        public void tagged(Change.Tagged tagged) {
            records.put(tagged.after().id(), tagged.tags());
        }
    }

    private final class NotedWorkers implements WorkerChanges {
        @Override
        public void stored(Change.WorkerStored stored) {
            records.put(stored.worker().key(), Optional.of(stored.worker()));
        }

        @Override
        public void removed(Change.WorkerRemoved removed) {
            records.put(removed.key(), Optional.empty());
        }
    }

    private final class NotedCursors implements CursorChanges {
        @Override
        public void created(Change.CursorCreated created) {
            records.put(created.cursor().key(), Optional.of(created.cursor()));
        }

        @Override
        public void moved(Change.CursorMoved moved) {
            records.put(moved.after().key(), Optional.of(moved.after()));
        }

        @Override
        public void removed(Change.CursorRemoved removed) {
            records.put(removed.key(), Optional.empty());
        }
    }
}
