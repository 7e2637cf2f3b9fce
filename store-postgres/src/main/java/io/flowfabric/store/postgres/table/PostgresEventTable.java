package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.store.read.EventReads;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.outbox.EventMerge;
import io.flowfabric.store.jdbc.outbox.PageNumbers;
import io.flowfabric.store.jdbc.outbox.PageReader.PageEvent;
import io.flowfabric.store.jdbc.row.EventReader;
import io.flowfabric.store.jdbc.row.EventRow;
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** The outbox; {@code package-info} explains how a reader knows what is settled. */
public final class PostgresEventTable implements EventReads {
    /** The lower bits of the key of our advisory locks are the number of a page, the upper sixteen mark them as ours. */
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

    static final String TRIMMED_TO = "SELECT trimmed_to FROM ff.outbox";

    private static final String PAGES_FROM = "SELECT page, events FROM ff.event_pages WHERE page >= ? AND page <= ?";

    private static final String PAGES_IN_ORDER = " ORDER BY page LIMIT ?";

    static final String PAGES = PAGES_FROM + PAGES_IN_ORDER;

    /** Served by {@code event_pages_taken_away}. */
    static final String TAKEN_AWAY_PAGES = PAGES_FROM + " AND " + EventRow.TAKEN_AWAY + PAGES_IN_ORDER;

    private static final String ROWS_BEHIND =
            "SELECT event_id, " + EventRow.COLUMNS + " FROM ff.events WHERE event_id > ? AND event_id <= ?";

    private static final String ROWS_IN_ORDER = " ORDER BY event_id LIMIT ?";

    static final String ROWS = ROWS_BEHIND + ROWS_IN_ORDER;

    static final String TAKEN_AWAY_ROWS = ROWS_BEHIND + " AND " + EventRow.TAKEN_AWAY + ROWS_IN_ORDER;

    private final PostgresScope scope;
    private final LongConsumer unsettled;

    /** @param unsettled is told of the newest number when it is drawn and not settled */
    public PostgresEventTable(PostgresScope scope, LongConsumer unsettled) {
        this.scope = scope;
        this.unsettled = unsettled;
    }

    @Override
    public long settled() {
        return PageNumbers.end(settledPage());
    }

    /** The newest page before which none will appear any more. */
    long settledPage() {
        return UncheckedSql.run(() -> {
            long newest = number(NEWEST);
            try (var statement = scope.prepare(LOWEST_ANNOUNCED)) {
                statement.setInt(1, scope.lockSpace());
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    long key = row.getLong(1);
                    long settled = row.wasNull() ? newest : Math.min(newest, key & NUMBER_MASK);
                    if (settled < newest) {
                        unsettled.accept(PageNumbers.end(newest));
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
        return PageNumbers.end(number(NEWEST));
    }

    @Override
    public long trimmedTo() {
        return number(TRIMMED_TO);
    }

    @Override
    public List<Entry> after(long position, int limit) {
        return entries(PAGES, ROWS, new EventMerge(position, limit, any -> true), new Range(position, limit));
    }

    @Override
    public List<Entry> takenAwayAfter(long position, int limit) {
        return entries(
                TAKEN_AWAY_PAGES,
                TAKEN_AWAY_ROWS,
                new EventMerge(position, limit, PageEvent::isTakenAway),
                new Range(position, limit));
    }

    private record Range(long position, int limit) {}

    /** Pages and rows by one round trip, in this order and with a snapshot each: an event only moves from pages to rows. */
    private List<Entry> entries(String pages, String rows, EventMerge merge, Range range) {
        return UncheckedSql.run(() -> {
            long settled = settledPage();
            var entries = new ArrayList<Entry>();
            do {
                entries.clear();
                scope.later(query(
                        pages,
                        List.of(merge.nextPage(), settled, merge.portion()),
                        row -> merge.add(row.getLong(1), row.getBytes(2))));
                scope.now(query(
                        rows,
                        List.of(range.position(), PageNumbers.end(settled), range.limit()),
                        row -> entries.add(EventReader.read(row.getLong(1), EventRow.read(row, 2)))));
            } while (merge.needsMore());
            return merge.with(entries);
        });
    }

    private interface RowConsumer {
        void accept(ResultSet row) throws SQLException;
    }

    private static PipelinedStatement query(String sql, List<Object> parameters, RowConsumer each) {
        return new PipelinedStatement(
                sql,
                (statement, first) -> {
                    int next = first;
                    for (Object parameter : parameters) {
                        Columns.bind(statement, next++, parameter);
                    }
                    return next;
                },
                rows -> {
                    while (rows.next()) {
                        each.accept(rows);
                    }
                });
    }

    private long number(String query) {
        return PostgresQueries.row(scope, query, row -> row.getLong(1));
    }
}
