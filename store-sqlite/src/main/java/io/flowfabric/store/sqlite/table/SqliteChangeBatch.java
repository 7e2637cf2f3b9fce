package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ChangeHandler;
import io.flowfabric.engine.rules.ChangeHandler.ExecutionChanges;
import io.flowfabric.engine.rules.ChangeHandler.GrantChanges;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.sqlite.writer.WriteScope;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the changes of a decision. Changes of executions are collected, because many share a statement: new executions are
 * written before anything that may belong to them, the others at the end. The rest is written one by one.
 */
final class SqliteChangeBatch implements ChangeHandler, ExecutionChanges, GrantChanges {
    private final WriteScope scope;
    private final UnitRows rows;
    private final SqliteExecutionWrites executions;
    private final SqliteWorkerWrites workers;
    private final SqliteCursorWrites cursors;
    private final List<Change.Created> created = new ArrayList<>();
    private final List<Change.OfExecution> updated = new ArrayList<>();
    private final List<Change.Purged> purged = new ArrayList<>();

    SqliteChangeBatch(
            WriteScope scope,
            UnitRows rows,
            SqliteExecutionWrites executions,
            SqliteWorkerWrites workers,
            SqliteCursorWrites cursors) {
        this.scope = scope;
        this.rows = rows;
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
        writeCreated();
        return this;
    }

    @Override
    public WorkerChanges workers() {
        return workers;
    }

    @Override
    public CursorChanges cursors() {
        return cursors;
    }

    @Override
    public void created(Change.Created one) {
        created.add(one);
    }

    @Override
    public void updated(Change.OfExecution one) {
        updated.add(one);
    }

    @Override
    public void purged(Change.Purged one) {
        purged.add(one);
    }

    @Override
    public void issued(Change.GrantIssued issued) {
        UncheckedSql.perform(
                () -> SqliteGrantTable.put(scope, rows.seq(issued.grant().executionId()), issued.grant()));
    }

    @Override
    public void removed(Change.GrantRemoved removed) {
        UncheckedSql.perform(() -> SqliteGrantTable.delete(scope, rows.seq(removed.executionId())));
    }

    /** Writes what was collected. */
    void write() {
        writeCreated();
        UncheckedSql.perform(() -> {
            executions.update(updated);
            executions.purge(purged);
        });
    }

    private void writeCreated() {
        if (!created.isEmpty()) {
            UncheckedSql.perform(() -> executions.create(List.copyOf(created)));
            created.clear();
        }
    }
}
