package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.store.VectorCode;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.store.postgres.table.EntryKind.Added;
import io.flowfabric.store.postgres.table.PostgresExecutionInserts.PlacedExecution;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Adds the entries of new executions. Safe for use by any thread. */
final class EntryInserts {
    private static final EntryKind[] KINDS = EntryKind.values();

    private final Map<EntryKind, BulkInsert> inserts = new EnumMap<>(EntryKind.class);

    EntryInserts() {
        for (EntryKind kind : KINDS) {
            inserts.put(kind, kind.insert());
        }
    }

    /** Sends the entries with the next statement. */
    void add(PostgresScope scope, List<PlacedExecution> placed) {
        var rows = new EnumMap<EntryKind, ArrayRows>(EntryKind.class);
        for (var one : placed) {
            Execution e = one.created().after();
            int code = VectorCode.of(e.vector());
            var added = new Added(one.queue(), e.timing().createdAt(), one.key());
            for (EntryKind kind : KINDS) {
                Object key = kind.key(e, code);
                if (key != null) {
                    rows.computeIfAbsent(
                                    in(kind, scope), any -> inserts.get(kind).rows(placed.size()))
                            .add(kind.values(key, added));
                }
            }
        }
        rows.forEach((kind, of) -> scope.later(inserts.get(kind).step(of)));
    }

    /** What a caller submits may be committed when claims are past its place, so it stands among what has returned. */
    private static EntryKind in(EntryKind kind, PostgresScope scope) {
        return kind == EntryKind.FRESH && scope.isCallers() ? EntryKind.RETURNED : kind;
    }
}
