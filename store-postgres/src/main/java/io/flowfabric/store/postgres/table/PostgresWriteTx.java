package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.wakeup.WakeUps;
import io.flowfabric.engine.store.write.CursorWrites;
import io.flowfabric.engine.store.write.EventWrites;
import io.flowfabric.engine.store.write.ExecutionWrites;
import io.flowfabric.engine.store.write.FollowUpWrites;
import io.flowfabric.engine.store.write.KeyWrites;
import io.flowfabric.engine.store.write.LaneWrites;
import io.flowfabric.engine.store.write.RetentionWrites;
import io.flowfabric.engine.store.write.SettingWrites;
import io.flowfabric.engine.store.write.WorkerWrites;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.postgres.notify.PostgresDoorbells;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.ServerClock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A write transaction. */
public final class PostgresWriteTx implements WriteTx, EventWrites, KeyWrites {
    private final PostgresScope scope;
    private final PostgresDoorbells doorbells;
    private final UnitClock clock;
    private final PostgresLaneWrites lanes;
    private final PostgresExecutionWrites executions;
    private final PostgresWorkerWrites workers;
    private final PostgresCursorWrites cursors;
    private final PostgresRetentionWrites retention;
    private final PostgresFollowUpWrites followUps;
    private final List<Change> applied = new ArrayList<>();
    private final List<Event> unsent = new ArrayList<>();

    public PostgresWriteTx(PostgresScope scope, PostgresTables tables, ServerClock clock, PostgresDoorbells doorbells) {
        this.scope = scope;
        this.doorbells = doorbells;
        this.clock = new UnitClock(scope, clock);
        this.lanes = new PostgresLaneWrites(scope, tables.queues(), this.clock);
        this.executions = new PostgresExecutionWrites(this, scope, tables, this.clock, lanes);
        this.workers = new PostgresWorkerWrites(scope, this.clock);
        this.cursors = new PostgresCursorWrites(scope, this.clock);
        this.retention = new PostgresRetentionWrites(scope, tables, executions);
        this.followUps = new PostgresFollowUpWrites(scope, this.clock::now, this.clock::locked, doorbells);
    }

    @Override
    public long now() {
        return clock.now();
    }

    @Override
    public ExecutionWrites executions() {
        return executions;
    }

    @Override
    public WorkerWrites workers() {
        return workers;
    }

    @Override
    public CursorWrites cursors() {
        return cursors;
    }

    @Override
    public LaneWrites lanes() {
        return lanes;
    }

    @Override
    public KeyWrites keys() {
        return this;
    }

    @Override
    public EventWrites events() {
        return this;
    }

    @Override
    public RetentionWrites retention() {
        return retention;
    }

    @Override
    public FollowUpWrites followUps() {
        return followUps;
    }

    @Override
    public SettingWrites settings() {
        return (name, value) -> UncheckedSql.run(() -> PostgresSettingTable.valueOr(scope, name, value));
    }

    @Override
    public KnownKeys find(Collection<ScopedKey> keys) {
        return UncheckedSql.run(() -> keys.isEmpty() ? KnownKeys.NONE : PostgresKeyTable.find(scope, keys, now()));
    }

    @Override
    public void apply(List<Change> changes) {
        var runs = new PostgresChangeRuns(scope, executions, workers, cursors);
        for (Change change : changes) {
            change.accept(runs);
        }
        runs.write();
        noteApplied(changes);
    }

    void noteApplied(List<? extends Change> changes) {
        if (applied.isEmpty()) {
            scope.afterCommit(() -> doorbells.changed(applied));
        }
        applied.addAll(changes);
    }

    /** Written right before the commit: from the announcement on, readers of the outbox wait for this transaction. */
    @Override
    public void append(List<Event> events) {
        if (scope.isCallers()) {
            // It would hold up all readers of the outbox for as long as the caller takes; see the executions' remember.
            return;
        }
        if (unsent.isEmpty()) {
            scope.last(() -> UncheckedSql.perform(
                    () -> PostgresEventPages.append(scope, List.copyOf(unsent), executions.seqs())));
        }
        unsent.addAll(events);
        scope.afterCommit(() -> doorbells.appended(events));
    }

    /** Sends with the next statement what was appended until now, as a commit would. */
    void sendEvents() {
        scope.addLast();
        unsent.clear();
    }

    /** The executions that were leased by what was applied. */
    Set<ExecutionId> acquired() {
        return applied.stream()
                .filter(Change.Acquired.class::isInstance)
                .map(change -> ((Change.Acquired) change).after().id())
                .collect(Collectors.toSet());
    }

    /** What the commit of what was applied wakes. */
    public WakeUps peal() {
        return WakeUps.of(applied).and(followUps.wakeUps());
    }
}
