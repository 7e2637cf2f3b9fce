package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.VectorCode;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Wanted;
import io.flowfabric.store.postgres.table.EntryKind.Added;
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

    /**
     * Sends the entries with the next statement.
     *
     * @param numbers the numbers of the queues
     */
    void add(PostgresScope scope, List<Change.Created> created, Map<Wanted, Integer> numbers) {
        var rows = new EnumMap<EntryKind, ArrayRows>(EntryKind.class);
        for (Change.Created one : created) {
            Execution e = one.after();
            int code = VectorCode.of(e.vector());
            var added = new Added(numbers.get(Wanted.of(one)), e.timing().createdAt(), ExecutionKey.encode(e.id()));
            for (EntryKind kind : KINDS) {
                Object key = kind.key(e, code);
                if (key != null) {
                    rows.computeIfAbsent(
                                    in(kind, scope), any -> inserts.get(kind).rows())
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
