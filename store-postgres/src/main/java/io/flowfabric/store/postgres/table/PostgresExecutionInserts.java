package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.VectorCode;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.column.ExecutionColumn;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.column.RetentionColumn;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Wanted;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Adds rows of executions, and their entries. Safe for use by any thread. */
final class PostgresExecutionInserts {
    /** Columns that never change. */
    private static final List<String> FIXED = List.of("id", "created_at", "queue", "retention_ttl");

    private static final List<ExecutionColumn> COLUMNS = List.of(ExecutionColumn.values());

    private static final BulkInsert INSERT = new BulkInsert(
            "ff.executions",
            Stream.concat(FIXED.stream(), COLUMNS.stream().map(ExecutionColumn::column))
                    .toList(),
            Stream.concat(
                            Stream.of(ColumnType.BYTES, ColumnType.BIGINT, ColumnType.INTEGER, ColumnType.BIGINT),
                            COLUMNS.stream().map(ExecutionColumn::type))
                    .toList(),
            " RETURNING id, seq, (SELECT pg_current_xact_id()::text)");

    private final PostgresQueueTable queues;
    private final EntryInserts entries = new EntryInserts();

    PostgresExecutionInserts(PostgresQueueTable queues) {
        this.queues = queues;
    }

    /** A new execution, the number of its queue, and its key. */
    record PlacedExecution(Change.Created created, int queue, byte[] key) {}

    /**
     * Inserts executions; answers the row numbers they got. They are counted in the same round trip, and before. Their
     * entries are sent with the next one: an id that exists already is noticed by the table of executions.
     *
     * @param numbers the numbers of their queues
     */
    Map<ExecutionId, Long> insert(PostgresScope scope, List<Change.Created> created, Map<Wanted, Integer> numbers)
            throws SQLException {
        var placed = created.stream()
                .map(one -> new PlacedExecution(
                        one,
                        numbers.get(Wanted.of(one)),
                        ExecutionKey.encode(one.after().id())))
                .toList();
        var counts = new TreeMap<Integer, Long>();
        placed.forEach(one -> counts.merge(one.queue(), 1L, Long::sum));
        PostgresQueueCounts.created(scope, counts, queues::forgetNumbers);
        var rows = INSERT.rows(placed.size());
        for (var one : placed) {
            rows.add(values(one, scope.isCallers()));
        }
        var seqs = new HashMap<ExecutionId, Long>(2 * placed.size());
        scope.now(INSERT.step(rows, row -> {
            while (row.next()) {
                if (seqs.isEmpty()) {
                    scope.transactionId(row.getString(3));
                }
                seqs.put(ExecutionKey.decode(row.getBytes(1)), row.getLong(2));
            }
        }));
        scope.leaves(created.get(0).after());
        entries.add(scope, placed);
        return seqs;
    }

    /** In the order of {@link #INSERT}. */
    private static @Nullable Object[] values(PlacedExecution placed, boolean guest) {
        Execution e = placed.created().after();
        var values = new @Nullable Object[FIXED.size() + COLUMNS.size()];
        values[0] = placed.key();
        values[1] = e.timing().createdAt();
        values[2] = placed.queue();
        values[3] = RetentionColumn.of(placed.created().submission().policy());
        for (int i = 0; i < COLUMNS.size(); i++) {
            values[FIXED.size() + i] = COLUMNS.get(i).of(e);
        }
        if (guest) {
            values[FIXED.size() + ExecutionColumn.VECTOR.ordinal()] = VectorCode.asGuest(VectorCode.of(e.vector()));
        }
        return values;
    }
}
