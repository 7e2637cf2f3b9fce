package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.store.read.EventReads;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.store.jdbc.outbox.EventMerge;
import io.flowfabric.store.jdbc.outbox.OutboxPage;
import io.flowfabric.store.jdbc.outbox.PageNumbers;
import io.flowfabric.store.jdbc.outbox.PageReader.PageEvent;
import io.flowfabric.store.jdbc.outbox.PageWriter;
import io.flowfabric.store.jdbc.row.EventReader;
import io.flowfabric.store.jdbc.row.EventRow;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outbox. With a single writer at a time the numbers appear in commit order, and all that is visible is settled. */
final class SqliteEventTable implements EventReads {
    private static final RowInsert APPEND = new RowInsert(
            "INSERT INTO ff_event_pages", List.of("page", "newest_at", "newest_seq", "taken_away", "events"));

    /** The same worker event twice is one. */
    private static final String TELL_ONCE = """
            INSERT OR IGNORE INTO ff_worker_event_keys (occurred_at, namespace, worker_instance_id, event_type)
            VALUES (?, ?, ?, ?)""";

    private static final String PAGES_IN_ORDER = "page >= ? ORDER BY page LIMIT ?";

    static final String PAGES = "SELECT page, events FROM ff_event_pages WHERE " + PAGES_IN_ORDER;

    static final String TAKEN_AWAY_PAGES =
            "SELECT page, events FROM ff_event_pages INDEXED BY ff_event_pages_taken_away" + " WHERE "
                    + EventRow.TAKEN_AWAY + " AND " + PAGES_IN_ORDER;

    private static final String SELECT = "SELECT event_id, " + EventRow.COLUMNS + " FROM ff_events ";

    private static final String BEHIND_A_PLACE = "event_id > ? ORDER BY event_id LIMIT ?";

    static final String ROWS = SELECT + "WHERE " + BEHIND_A_PLACE;

    static final String TAKEN_AWAY_ROWS =
            SELECT + "INDEXED BY ff_events_taken_away WHERE " + EventRow.TAKEN_AWAY + " AND " + BEHIND_A_PLACE;

    /** The newest that is there, or was. */
    private static final String NEWEST_PAGE = """
            SELECT max(coalesce((SELECT max(page) FROM ff_event_pages), 0), (SELECT trimmed_page FROM ff_outbox))""";

    private static final String TRIMMED_TO = "SELECT trimmed_to FROM ff_outbox";

    private final SqlScope scope;

    SqliteEventTable(SqlScope scope) {
        this.scope = scope;
    }

    static void append(SqlScope scope, List<Event> events, PageWriter.Seqs seqs) throws SQLException {
        var told = new ArrayList<Event>(events.size());
        for (Event event : events) {
            if (!(event instanceof WorkerEvent worker) || isNew(scope, worker)) {
                told.add(event);
            }
        }
        long page = new SqliteEventTable(scope).newestPage();
        var rows = new ArrayList<@Nullable Object[]>(1);
        for (OutboxPage one : PageWriter.write(told, seqs)) {
            rows.add(new @Nullable Object[] {
                ++page, one.newestAt(), one.newestSeq(), one.takenAway() ? 1 : null, one.events()
            });
        }
        APPEND.run(scope, rows);
    }

    private static boolean isNew(SqlScope scope, WorkerEvent event) throws SQLException {
        var key = scope.prepare(TELL_ONCE);
        key.setLong(1, event.occurredAt());
        key.setString(2, event.namespace().value());
        key.setString(3, event.worker().workerInstanceId().value());
        key.setString(4, event.kind().literal());
        return key.executeUpdate() == 1;
    }

    @Override
    public long settled() {
        return newest();
    }

    @Override
    public long newest() {
        return PageNumbers.end(newestPage());
    }

    private long newestPage() {
        return number(NEWEST_PAGE);
    }

    @Override
    public long trimmedTo() {
        return number(TRIMMED_TO);
    }

    @Override
    public List<Entry> after(long position, int limit) {
        return entries(PAGES, new EventMerge(position, limit, any -> true), rows(ROWS, position, limit));
    }

    @Override
    public List<Entry> takenAwayAfter(long position, int limit) {
        return entries(
                TAKEN_AWAY_PAGES,
                new EventMerge(position, limit, PageEvent::isTakenAway),
                rows(TAKEN_AWAY_ROWS, position, limit));
    }

    /** All of one snapshot. */
    private List<Entry> entries(String pages, EventMerge merge, List<Entry> rows) {
        do {
            SqliteQueries.rows(
                    scope,
                    pages,
                    row -> {
                        merge.add(row.getLong(1), row.getBytes(2));
                        return row;
                    },
                    merge.nextPage(),
                    merge.portion());
        } while (merge.needsMore());
        return merge.with(rows);
    }

    private List<Entry> rows(String query, long position, int limit) {
        return SqliteQueries.rows(
                scope, query, row -> EventReader.read(row.getLong(1), EventRow.read(row, 2)), position, limit);
    }

    private long number(String query) {
        return SqliteQueries.row(scope, query, row -> row.getLong(1));
    }
}
