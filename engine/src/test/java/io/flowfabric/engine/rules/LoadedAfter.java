package io.flowfabric.engine.rules;

import io.flowfabric.engine.rules.ChangeHandler.ExecutionChanges;
import io.flowfabric.engine.rules.ChangeHandler.GrantChanges;
import io.flowfabric.model.lease.Grant;
import java.util.Optional;

/** What is loaded of one execution once the changes of a decision about it have been applied. */
final class LoadedAfter implements ChangeHandler, ExecutionChanges, GrantChanges {
    private Loaded loaded;

    private LoadedAfter(Loaded loaded) {
        this.loaded = loaded;
    }

    static Loaded of(Loaded before, Decision<?> decision) {
        var after = new LoadedAfter(before);
        decision.changes().forEach(change -> change.accept(after));
        return after.loaded;
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
        throw new IllegalArgumentException("A rule about an execution changes no worker");
    }

    @Override
    public CursorChanges cursors() {
        throw new IllegalArgumentException("A rule about an execution changes no cursor");
    }

    @Override
    public void created(Change.Created created) {
        throw new IllegalArgumentException("The execution exists already");
    }

    @Override
    public void updated(Change.OfExecution updated) {
        loaded = loaded.with(updated.after());
    }

    @Override
    public void purged(Change.Purged purged) {
        throw new IllegalArgumentException("Nothing is left of a purged execution");
    }

    @Override
    public void issued(Change.GrantIssued issued) {
        grant(Optional.of(issued.grant()));
    }

    @Override
    public void removed(Change.GrantRemoved removed) {
        grant(Optional.empty());
    }

    private void grant(Optional<Grant> grant) {
        loaded = new Loaded(loaded.execution(), loaded.policy(), grant, loaded.membership());
    }
}
