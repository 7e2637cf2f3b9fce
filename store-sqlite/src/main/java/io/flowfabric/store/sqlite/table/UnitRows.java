package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.sqlite.writer.WriteScope;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** The rows of the executions that a unit has loaded or created, and the newest time on all that it has loaded. */
final class UnitRows {
    private final WriteScope scope;
    private final SqliteTables tables;
    private final Map<ExecutionId, Long> seqs = new HashMap<>();
    private final Map<ExecutionId, Long> created = new HashMap<>();
    private long newestLoaded = Long.MIN_VALUE;

    UnitRows(WriteScope scope, SqliteTables tables) {
        this.scope = scope;
        this.tables = tables;
    }

    /** The time of the unit does not lie before this one. */
    long newestLoaded() {
        return newestLoaded;
    }

    void loadedAsOf(long time) {
        newestLoaded = Math.max(newestLoaded, time);
    }

    Loaded remember(SqliteExecutionTable.Row row) {
        var e = row.loaded().execution();
        place(e.id(), row.seq());
        loadedAsOf(e.timing().lastMutationAt());
        return row.loaded();
    }

    private void place(ExecutionId id, long seq) {
        if (seqs.isEmpty()) {
            scope.afterCommit(() -> tables.rowNumbers().keep(seqs));
        }
        seqs.put(id, seq);
    }

    /** Not kept beyond the unit: what uses the execution next loads it, and finds its row number there. */
    void placeCreated(ExecutionId id, long seq) {
        created.put(id, seq);
    }

    /** The row number of what is purged is not worth keeping. */
    void forget(ExecutionId id) {
        seqs.remove(id);
    }

    long seq(ExecutionId id) throws SQLException {
        return find(id).orElseThrow(
                        () -> new IllegalStateException("Execution " + id + " was changed but is not stored"));
    }

    OptionalLong find(ExecutionId id) throws SQLException {
        Long placed = seqs.getOrDefault(id, created.get(id));
        if (placed != null) {
            return OptionalLong.of(placed);
        }
        var known = tables.rowNumbers().of(id);
        return known.isPresent() ? known : tables.executions().seqOf(scope, id);
    }
}
