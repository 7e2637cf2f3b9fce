package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ChangeHandler.CursorChanges;
import io.flowfabric.engine.store.write.CursorWrites;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.util.Collection;
import java.util.Map;

/** Named cursors in a transaction. */
final class PostgresCursorWrites implements CursorWrites, CursorChanges {
    private final PostgresCursorTable cursors;
    private final UnitClock clock;

    PostgresCursorWrites(PostgresScope scope, UnitClock clock) {
        this.cursors = new PostgresCursorTable(scope);
        this.clock = clock;
    }

    @Override
    public Map<CursorKey, NamedCursor> lock(Collection<CursorKey> keys) {
        return locked(UncheckedSql.run(() -> cursors.lock(keys)));
    }

    @Override
    public Map<CursorKey, NamedCursor> tryLock(Collection<CursorKey> keys) {
        return locked(UncheckedSql.run(() -> cursors.tryLock(keys)));
    }

    private Map<CursorKey, NamedCursor> locked(Map<CursorKey, NamedCursor> found) {
        clock.locked();
        found.values().forEach(cursor -> clock.loadedAsOf(cursor.changedAt()));
        return found;
    }

    @Override
    public Collection<CursorKey> existing(Collection<CursorKey> keys) {
        return UncheckedSql.run(() -> cursors.existing(keys));
    }

    @Override
    public void created(Change.CursorCreated created) {
        UncheckedSql.perform(() -> cursors.insert(created.cursor()));
    }

    @Override
    public void moved(Change.CursorMoved moved) {
        UncheckedSql.perform(() -> cursors.update(moved.after()));
    }

    @Override
    public void removed(Change.CursorRemoved removed) {
        UncheckedSql.perform(() -> cursors.delete(removed.key()));
    }
}
