package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.store.read.EventReads;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.row.EventReader;
import io.flowfabric.store.jdbc.row.EventRow;
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** The outbox; {@code package-info} explains how a reader knows what is settled. */
public final class PostgresEventTable implements EventReads {
    /** The lower bits of the key of our advisory locks are an event number, the upper sixteen mark them as ours. */
    private static final int NUMBER_BITS = 48;

    private static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;

    /**
     * The number that was drawn last, or none. A call and no scan: the plan of a scan of the sequence would count as the
     * most expensive there is where sequential scans are to be avoided, and the server would compile it each time.
     */
    static final String DRAWN = "coalesce(pg_sequence_last_value('ff.event_numbers'::regclass), 0)";

    static final String NEWEST = "SELECT " + DRAWN;

    /** Announces, before any number is drawn, above which number this transaction will draw. Held until it ends. */
    public static final String ANNOUNCE =
            "SELECT pg_advisory_xact_lock_shared(? | " + DRAWN + "), pg_current_xact_id()::text";

    /** The announcements of all open transactions of one lock space in this database. */
    public static final String ANNOUNCED = """
            FROM pg_locks
            WHERE locktype = 'advisory' AND objsubid = 1 AND mode = 'ShareLock'
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
              AND classid::bigint >> 16 = ?""";

    /** The lowest number that an open transaction has announced. */
    public static final String LOWEST_ANNOUNCED = "SELECT min(classid::bigint << 32 | objid::bigint) " + ANNOUNCED;

    private static final int MOST_LAYERS = 4;

    private static final BulkInsert APPEND = append("");

    /** The same worker event twice is one, by {@code events_worker}. Not for the others: the check costs. */
    private static final BulkInsert APPEND_ONCE = append(" ON CONFLICT DO NOTHING");

    static final String TRIMMED_TO = "SELECT trimmed_to FROM ff.outbox";

    private static final String BEHIND_A_PLACE =
            "SELECT event_id, " + EventRow.COLUMNS + " FROM ff.events WHERE event_id > ? AND event_id <= ?";

    private static final String IN_ORDER = " ORDER BY event_id LIMIT ?";

    static final String AFTER = BEHIND_A_PLACE + IN_ORDER;

    static final String TAKEN_AWAY_AFTER = BEHIND_A_PLACE + " AND " + EventRow.TAKEN_AWAY + IN_ORDER;

    private final PostgresScope scope;
    private final LongConsumer unsettled;

    /** @param unsettled is told of the newest number when it is drawn and not settled */
    public PostgresEventTable(PostgresScope scope, LongConsumer unsettled) {
        this.scope = scope;
        this.unsettled = unsettled;
    }

    /** Appends after the rows are locked. {@code unnest} keeps the order, and each row draws its number in turn. */
    static void append(PostgresScope scope, List<Event> events, Map<ExecutionId, Long> seqs) {
        scope.later(new PipelinedStatement(
                ANNOUNCE,
                (statement, first) -> {
                    statement.setLong(first, announced(scope, 0));
                    return first + 1;
                },
                rows -> {}));
        for (var alike : layers(events)) {
            var append = alike.get(0) instanceof WorkerEvent ? APPEND_ONCE : APPEND;
            var rows = append.rows();
            for (Event event : alike) {
                var values = EventRow.values(event);
                var row = Arrays.copyOf(values, values.length + 1);
                row[values.length] = event instanceof ExecutionEvent about
                        ? seqs.get(about.subject().executionId())
                        : null;
                rows.add(row);
            }
            scope.later(append.step(rows));
        }
    }

    private static BulkInsert append(String ending) {
        return new BulkInsert(
                "ff.events",
                List.of((EventRow.COLUMNS + ", execution_seq").split(", ")),
                Stream.concat(EventRow.TYPES.stream(), Stream.of(ColumnType.BIGINT))
                        .toList(),
                ending);
    }

    /**
     * The events of workers, then the first event of every execution, then the second, and so on. Executions that went
     * the same way have the same columns filled in each layer, and no execution's events change their order. The last
     * layer takes all that is left, in order: many calls about one execution must not make as many statements.
     */
    private static Collection<List<Event>> layers(List<Event> events) {
        var layers = new TreeMap<Integer, List<Event>>();
        var seen = new HashMap<ExecutionId, Integer>();
        for (Event event : events) {
            int layer = event instanceof WorkerEvent
                    ? 0
                    : event instanceof ExecutionEvent about
                            ? Math.min(seen.merge(about.subject().executionId(), 1, Integer::sum), MOST_LAYERS)
                            : 1;
            layers.computeIfAbsent(layer, any -> new ArrayList<>()).add(event);
        }
        return layers.values();
    }

    @Override
    public long settled() {
        return UncheckedSql.run(() -> {
            long newest = newest();
            try (var statement = scope.prepare(LOWEST_ANNOUNCED)) {
                statement.setInt(1, scope.lockSpace());
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    long key = row.getLong(1);
                    long settled = row.wasNull() ? newest : Math.min(newest, key & NUMBER_MASK);
                    if (settled < newest) {
                        unsettled.accept(newest);
                    }
                    return settled;
                }
            }
        });
    }

    /** The key of the lock by which a transaction announces that it draws above a number. */
    public static long announced(PostgresScope scope, long number) {
        return (long) scope.lockSpace() << NUMBER_BITS | number;
    }

    @Override
    public long newest() {
        return number(NEWEST);
    }

    @Override
    public long trimmedTo() {
        return number(TRIMMED_TO);
    }

    @Override
    public List<Entry> after(long position, int limit) {
        return entries(AFTER, position, limit);
    }

    @Override
    public List<Entry> takenAwayAfter(long position, int limit) {
        return entries(TAKEN_AWAY_AFTER, position, limit);
    }

    private List<Entry> entries(String query, long position, int limit) {
        return PostgresQueries.rows(
                scope, query, row -> EventReader.read(row.getLong(1), row, 2), position, settled(), limit);
    }

    private long number(String query) {
        return PostgresQueries.row(scope, query, row -> row.getLong(1));
    }
}
