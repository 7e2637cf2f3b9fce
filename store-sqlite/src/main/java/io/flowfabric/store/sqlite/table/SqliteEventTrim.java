package io.flowfabric.store.sqlite.table;

import io.flowfabric.store.jdbc.outbox.OpenedPages;
import io.flowfabric.store.jdbc.outbox.OutboxFront;
import io.flowfabric.store.jdbc.outbox.PageHeader;
import io.flowfabric.store.jdbc.outbox.PageNumbers;
import io.flowfabric.store.jdbc.query.DeletedEvents;
import io.flowfabric.store.jdbc.row.EventRow;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/** Trims the outbox. */
final class SqliteEventTrim {
    /** By the primary key, as are the others about pages. */
    static final String FRONT = """
            SELECT page, newest_at, newest_seq FROM ff_event_pages
            WHERE page > (SELECT trimmed_page FROM ff_outbox) ORDER BY page LIMIT ?""";

    /** The lowest row number of an execution. */
    static final String OLDEST = "SELECT coalesce(min(seq), 9223372036854775807) FROM ff_executions";

    static final String CONTENT = "SELECT events FROM ff_event_pages WHERE page = ?";

    /** By {@code ff_executions_id}. */
    static final String KEPT = "SELECT seq FROM ff_executions WHERE id = ?";

    static final String DELETE = "DELETE FROM ff_event_pages WHERE page <= ?";

    private static final String TRIMMED = "UPDATE ff_outbox SET trimmed_page = ?, trimmed_to = max(trimmed_to, ?)";

    /** By the primary key. Long after any repetition. */
    static final String KEYS = "DELETE FROM ff_worker_event_keys WHERE occurred_at <= ?";

    /** Of those written before there were pages. Served by {@code ff_events_of_none}. */
    static final String EVENTS_OF_NONE = """
            DELETE FROM ff_events WHERE event_id IN (
                SELECT event_id FROM ff_events WHERE execution_seq IS NULL AND occurred_at <= ?
                ORDER BY occurred_at LIMIT ?)
            RETURNING event_id""";

    private static final RowInsert KEEP = new RowInsert(
            "INSERT INTO ff_events",
            Stream.of(("event_id, " + EventRow.COLUMNS + ", execution_seq").split(", "))
                    .toList());

    private final SqlScope scope;
    private final int limit;

    private SqliteEventTrim(SqlScope scope, int limit) {
        this.scope = scope;
        this.limit = limit;
    }

    /** Answers the limit when there may be more to trim. */
    static int trim(SqlScope scope, long occurredBy, long outlivedBy, int limit) throws SQLException {
        var trim = new SqliteEventTrim(scope, limit);
        return Math.max(trim.eventsOfNone(occurredBy), trim.pages(occurredBy, outlivedBy));
    }

    private int pages(long occurredBy, long outlivedBy) throws SQLException {
        var pages = SqliteQueries.rows(
                scope, FRONT, row -> new PageHeader(row.getLong(1), row.getLong(2), row.getLong(3)), OutboxFront.PAGES);
        long oldest = SqliteQueries.row(scope, OLDEST, row -> row.getLong(1));
        var front = OutboxFront.of(pages, new OutboxFront.Bounds(occurredBy, outlivedBy, oldest));
        if (front.to() > 0) {
            trim(front);
        }
        var keys = scope.prepare(KEYS);
        keys.setLong(1, outlivedBy);
        keys.executeUpdate();
        return front.more() ? limit : 0;
    }

    private void trim(OutboxFront front) throws SQLException {
        var opened = open(front.opened());
        long end = PageNumbers.end(front.to());
        KEEP.run(scope, opened.rows(end));
        var delete = scope.prepare(DELETE);
        delete.setLong(1, front.to());
        delete.executeUpdate();
        var trimmed = scope.prepare(TRIMMED);
        trimmed.setLong(1, front.to());
        trimmed.setLong(2, Math.max(front.newestOfWhole(), opened.newestGone(end)));
        trimmed.executeUpdate();
    }

    private OpenedPages open(List<Long> pages) {
        var opened = new OpenedPages();
        for (long page : pages) {
            opened.add(page, SqliteQueries.row(scope, CONTENT, row -> row.getBytes(1), page));
        }
        for (byte[] execution : opened.executions()) {
            SqliteQueries.rows(scope, KEPT, row -> row.getLong(1), execution)
                    .forEach(seq -> opened.keep(execution, seq));
        }
        return opened;
    }

    private int eventsOfNone(long occurredBy) throws SQLException {
        var events = scope.prepare(EVENTS_OF_NONE);
        events.setLong(1, occurredBy);
        events.setInt(2, limit);
        var deleted = DeletedEvents.by(events);
        SqlitePurge.trimmedTo(scope, deleted.newest());
        return deleted.count();
    }
}
