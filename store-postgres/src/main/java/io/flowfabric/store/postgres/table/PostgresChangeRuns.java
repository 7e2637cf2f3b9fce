package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ChangeHandler;
import io.flowfabric.engine.rules.ChangeHandler.ExecutionChanges;
import io.flowfabric.engine.rules.ChangeHandler.GrantChanges;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes the changes of a decision in their order. Changes of executions are cut into runs that one statement can write: of one
 * kind, and no execution twice, because an update that names a row twice silently applies one of the two. The rest is written
 * one by one.
 */
final class PostgresChangeRuns implements ChangeHandler, ExecutionChanges, GrantChanges {
    private final PostgresScope scope;
    private final PostgresExecutionWrites executions;
    private final PostgresWorkerWrites workers;
    private final PostgresCursorWrites cursors;
    private final List<Change.Created> created = new ArrayList<>();
    private final List<Change.OfExecution> updated = new ArrayList<>();
    private final List<Change.Purged> purged = new ArrayList<>();
    private final Set<ExecutionId> named = new HashSet<>();
    private Class<?> kind = Change.class;

    PostgresChangeRuns(
            PostgresScope scope,
            PostgresExecutionWrites executions,
            PostgresWorkerWrites workers,
            PostgresCursorWrites cursors) {
        this.scope = scope;
        this.executions = executions;
        this.workers = workers;
        this.cursors = cursors;
    }

    @Override
    public ExecutionChanges executions() {
        return this;
    }

    @Override
    public GrantChanges grants() {
        write();
        return this;
    }

    @Override
    public WorkerChanges workers() {
        write();
        return workers;
    }

    @Override
    public CursorChanges cursors() {
        write();
        return cursors;
    }

    @Override
    public void created(Change.Created one) {
        begin(one, one.after().id());
        created.add(one);
    }

    @Override
    public void updated(Change.OfExecution one) {
        begin(one, one.after().id());
        updated.add(one);
    }

    @Override
    public void purged(Change.Purged one) {
        begin(one, one.before().id());
        purged.add(one);
    }

    /** Ends the run when the change does not fit into it. */
    private void begin(Change one, ExecutionId id) {
        if (one.getClass() != kind || named.contains(id)) {
            write();
            kind = one.getClass();
        }
        named.add(id);
    }

    @Override
    public void issued(Change.GrantIssued issued) {
        UncheckedSql.perform(
                () -> PostgresGrantTable.put(scope, seq(issued.grant().executionId()), issued.grant()));
    }

    @Override
    public void removed(Change.GrantRemoved removed) {
        UncheckedSql.perform(() -> PostgresGrantTable.delete(scope, seq(removed.executionId())));
    }

    private long seq(ExecutionId id) {
        return executions.seqs().get(id);
    }

    /** Writes the run that was collected last. */
    void write() {
        UncheckedSql.perform(() -> {
            if (!created.isEmpty()) {
                executions.create(List.copyOf(created));
            }
            if (!updated.isEmpty()) {
                executions.update(List.copyOf(updated));
            }
            if (!purged.isEmpty()) {
                executions.purge(List.copyOf(purged));
            }
        });
        created.clear();
        updated.clear();
        purged.clear();
        named.clear();
    }
}
