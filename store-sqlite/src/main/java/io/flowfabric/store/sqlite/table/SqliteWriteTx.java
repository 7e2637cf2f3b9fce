package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.wakeup.Doorbells;
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
import io.flowfabric.store.sqlite.writer.WriteScope;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A unit's share of the group's transaction. There is one writer at a time, so loading is locking. */
public final class SqliteWriteTx implements WriteTx, EventWrites, KeyWrites {
    private final WriteScope scope;
    private final Clock clock;
    private final Doorbells doorbells;
    private final UnitRows rows;
    private final SqliteLaneWrites lanes;
    private final SqliteExecutionWrites executions;
    private final SqliteWorkerWrites workers;
    private final SqliteCursorWrites cursors;
    private final SqliteRetentionWrites retention;
    private final List<Change> applied = new ArrayList<>();
    private final List<Event> appended = new ArrayList<>();
    private WakeUps besides = WakeUps.NONE;
    private @Nullable WakeUps wakeUps;

    public SqliteWriteTx(WriteScope scope, SqliteTables tables, Clock clock, Doorbells doorbells) {
        this.scope = scope;
        this.clock = clock;
        this.doorbells = doorbells;
        this.rows = new UnitRows(scope, tables);
        this.lanes = new SqliteLaneWrites(scope, tables.queues(), this::now);
        this.executions = new SqliteExecutionWrites(scope, tables, rows, lanes, this::noteApplied);
        this.workers = new SqliteWorkerWrites(scope, rows);
        this.cursors = new SqliteCursorWrites(scope, rows);
        this.retention = new SqliteRetentionWrites(scope, tables, rows);
    }

    @Override
    public long now() {
        return Math.max(clock.millis(), rows.newestLoaded());
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
        return new SqliteFollowUpWrites(scope, this::now, this::wake);
    }

    @Override
    public SettingWrites settings() {
        return (name, value) -> UncheckedSql.run(() -> SqliteSettingTable.valueOr(scope, name, value));
    }

    @Override
    public KnownKeys find(Collection<ScopedKey> keys) {
        return UncheckedSql.run(() -> {
            var found = new HashMap<ScopedKey, ExecutionId>();
            for (ScopedKey key : keys) {
                SqliteKeyTable.find(scope, key, now()).ifPresent(id -> found.put(key, id));
            }
            return new KnownKeys(found, Set.of());
        });
    }

    @Override
    public void append(List<Event> events) {
        UncheckedSql.perform(() -> SqliteEventTable.append(scope, events, rows::seq));
        ringAfterCommit();
        appended.addAll(events);
    }

    @Override
    public void apply(List<Change> changes) {
        var batch = new SqliteChangeBatch(scope, rows, executions, workers, cursors);
        for (Change change : changes) {
            change.accept(batch);
        }
        batch.write();
        noteApplied(changes);
    }

    private void noteApplied(List<? extends Change> changes) {
        ringAfterCommit();
        applied.addAll(changes);
    }

    /** For what is neither a change nor an event. */
    private void wake(WakeUps more) {
        ringAfterCommit();
        besides = besides.and(more);
    }

    /** Here and, before, in other processes. */
    private void ringAfterCommit() {
        if (applied.isEmpty() && appended.isEmpty() && besides.equals(WakeUps.NONE)) {
            scope.concerns(this::wakeUps);
            scope.afterCommit(() -> doorbells.ring(wakeUps()));
        }
    }

    /** Of all changes and events; asked for when there are no more. */
    private WakeUps wakeUps() {
        if (wakeUps == null) {
            wakeUps = WakeUps.of(applied).and(WakeUps.ofEvents(appended)).and(besides);
        }
        return wakeUps;
    }

    /** The execution that was created last, if one was. */
    public Optional<ExecutionId> newest() {
        return applied.isEmpty() || !(applied.get(applied.size() - 1) instanceof Change.Created created)
                ? Optional.empty()
                : Optional.of(created.after().id());
    }
}
