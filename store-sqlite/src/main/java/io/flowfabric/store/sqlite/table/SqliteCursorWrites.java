package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ChangeHandler.CursorChanges;
import io.flowfabric.engine.store.write.CursorWrites;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.sqlite.writer.WriteScope;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Named cursors in a unit. */
final class SqliteCursorWrites implements CursorWrites, SingleWriterLocks<CursorKey, NamedCursor>, CursorChanges {
    private final SqliteCursorTable cursors;
    private final UnitRows rows;

    SqliteCursorWrites(WriteScope scope, UnitRows rows) {
        this.cursors = new SqliteCursorTable(scope);
        this.rows = rows;
    }

    @Override
    public Map<CursorKey, NamedCursor> lock(Collection<CursorKey> keys) {
        var found = new LinkedHashMap<CursorKey, NamedCursor>();
        for (CursorKey key : keys) {
            cursors.find(key).ifPresent(cursor -> {
                rows.loadedAsOf(cursor.changedAt());
                found.put(key, cursor);
            });
        }
        return found;
    }

    @Override
    public Collection<CursorKey> existing(Collection<CursorKey> keys) {
        return keys.stream().filter(key -> cursors.find(key).isPresent()).toList();
    }

    @Override
    public void created(Change.CursorCreated created) {
        UncheckedSql.perform(() -> cursors.put(created.cursor()));
    }

    @Override
    public void moved(Change.CursorMoved moved) {
        UncheckedSql.perform(() -> cursors.put(moved.after()));
    }

    @Override
    public void removed(Change.CursorRemoved removed) {
        UncheckedSql.perform(() -> cursors.delete(removed.key()));
    }
}
