package io.flowfabric.store.postgres.table;

import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.outbox.OpenedPages;
import io.flowfabric.store.jdbc.outbox.OutboxFront;
import io.flowfabric.store.jdbc.outbox.PageHeader;
import io.flowfabric.store.jdbc.outbox.PageNumbers;
import io.flowfabric.store.jdbc.query.DeletedEvents;
import io.flowfabric.store.jdbc.row.EventRow;
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Trims the outbox. The transaction that trims holds the row of {@code outbox}; others leave the trimming to it. It waits for
 * nothing: where an execution is locked that would have to be kept, the trimming ends in front of it.
 */
final class PostgresEventTrim {
    /** A table of one row, which is always read through. */
    static final String TRIMMED_PAGE = "SELECT trimmed_page FROM ff.outbox FOR UPDATE SKIP LOCKED";

    /**
     * By the primary key. The lowest row number of an execution, read in the same snapshot, is the first entry of
     * the primary key of {@code contents}.
     */
    static final String FRONT = """
            SELECT page, newest_at, newest_seq, coalesce((SELECT min(seq) FROM ff.contents), 9223372036854775807)
            FROM ff.event_pages WHERE page > ? AND page <= ? ORDER BY page LIMIT ?""";

    static final String CONTENT = "SELECT page, events FROM ff.event_pages WHERE page = ANY (?) ORDER BY page";

    /** By {@code executions_id}. */
    static final String KEPT = "SELECT id, seq FROM ff.executions WHERE id = ANY (?)";

    /** So that none is purged before its events can be found by it. */
    static final String LOCK_KEPT = KEPT + " FOR KEY SHARE SKIP LOCKED";

    static final String DELETE = "DELETE FROM ff.event_pages WHERE page > ? AND page <= ?";

    /** The same table. */
    static final String TRIMMED = "UPDATE ff.outbox SET trimmed_page = ?, trimmed_to = greatest(trimmed_to, ?)";

    /** By the primary key. Long after any repetition. */
    static final String KEYS = """
            DELETE FROM ff.worker_event_keys WHERE (occurred_at, namespace, worker_instance_id, event_type) IN (
                SELECT occurred_at, namespace, worker_instance_id, event_type FROM ff.worker_event_keys
                WHERE occurred_at <= ? ORDER BY occurred_at LIMIT ? FOR UPDATE SKIP LOCKED)""";

    /** Of those written before there were pages. Served by {@code events_of_none}. */
    static final String EVENTS_OF_NONE = """
            DELETE FROM ff.events WHERE event_id IN (
                SELECT event_id FROM ff.events WHERE execution_seq IS NULL AND occurred_at <= ?
                ORDER BY occurred_at LIMIT ? FOR UPDATE SKIP LOCKED)
            RETURNING event_id""";

    private static final BulkInsert KEEP = new BulkInsert(
            "ff.events",
            Stream.of("event_id, " + EventRow.COLUMNS + ", execution_seq")
                    .flatMap(names -> Stream.of(names.split(", ")))
                    .toList(),
            Stream.of(Stream.of(ColumnType.BIGINT), EventRow.TYPES.stream(), Stream.of(ColumnType.BIGINT))
                    .flatMap(types -> types)
                    .toList(),
            "");

    private final PostgresScope scope;
    private final int limit;

    private PostgresEventTrim(PostgresScope scope, int limit) {
        this.scope = scope;
        this.limit = limit;
    }

    /** Answers the limit when there may be more to trim. */
    static int trim(PostgresScope scope, long occurredBy, long outlivedBy, int limit) throws SQLException {
        var trim = new PostgresEventTrim(scope, limit);
        int single = Math.max(trim.keys(outlivedBy), trim.eventsOfNone(occurredBy));
        return Math.max(single, trim.pages(occurredBy, outlivedBy));
    }

    private record Front(OutboxFront pages, long behind) {}

    private int pages(long occurredBy, long outlivedBy) throws SQLException {
        long settled = new PostgresEventTable(scope, newest -> {}).settledPage();
        var trimmedPage = PostgresQueries.rows(scope, TRIMMED_PAGE, row -> row.getLong(1));
        if (trimmedPage.isEmpty()) {
            return 0;
        }
        scope.holdRows();
        var front = front(trimmedPage.get(0), settled, occurredBy, outlivedBy);
        var gone = front.pages().to() == 0 ? front.pages() : trim(front);
        return gone.more() ? limit : 0;
    }

    private Front front(long behind, long settled, long occurredBy, long outlivedBy) {
        var oldest = new ArrayList<Long>(1);
        var pages = PostgresQueries.rows(
                scope,
                FRONT,
                row -> {
                    oldest.add(row.getLong(4));
                    return new PageHeader(row.getLong(1), row.getLong(2), row.getLong(3));
                },
                behind,
                settled,
                OutboxFront.PAGES);
        long oldestSeq = oldest.isEmpty() ? 0 : oldest.get(0);
        return new Front(OutboxFront.of(pages, new OutboxFront.Bounds(occurredBy, outlivedBy, oldestSeq)), behind);
    }

    private OutboxFront trim(Front front) throws SQLException {
        var opened = new OpenedPages();
        var going = front.pages();
        if (!going.opened().isEmpty()) {
            going = open(going, opened);
        }
        long end = PageNumbers.end(going.to());
        var kept = KEEP.rows();
        opened.rows(end).forEach(kept::add);
        if (!kept.isEmpty()) {
            scope.later(KEEP.step(kept));
        }
        scope.later(numbers(DELETE, front.behind(), going.to()));
        scope.now(numbers(TRIMMED, going.to(), Math.max(going.newestOfWhole(), opened.newestGone(end))));
        return going;
    }

    /** Reads pages and locks the executions of which events are kept. */
    private OutboxFront open(OutboxFront front, OpenedPages opened) throws SQLException {
        try (var content = scope.prepare(CONTENT)) {
            content.setArray(
                    1, scope.connection().createArrayOf("int8", front.opened().toArray()));
            ResultRows.of(content, row -> {
                opened.add(row.getLong(1), row.getBytes(2));
                return true;
            });
        }
        byte[][] executions = opened.executions();
        var held = new ArrayList<>(kept(KEPT, executions));
        for (var locked : kept(LOCK_KEPT, executions)) {
            opened.keep(locked.id(), locked.seq());
            held.removeIf(one -> one.seq() == locked.seq());
        }
        var stop = opened.firstOf(held.stream().map(Kept::id).toList());
        return stop.isEmpty() ? front : front.before(PageNumbers.pageOf(stop.getAsLong()));
    }

    private record Kept(byte[] id, long seq) {}

    private List<Kept> kept(String query, byte[][] executions) throws SQLException {
        try (var statement = scope.prepare(query)) {
            statement.setArray(1, scope.connection().createArrayOf("bytea", executions));
            return ResultRows.of(statement, row -> new Kept(row.getBytes(1), row.getLong(2)));
        }
    }

    private int keys(long occurredBy) throws SQLException {
        try (var keys = scope.prepare(KEYS)) {
            keys.setLong(1, occurredBy);
            keys.setInt(2, limit);
            return keys.executeUpdate();
        }
    }

    private int eventsOfNone(long occurredBy) throws SQLException {
        try (var events = scope.prepare(EVENTS_OF_NONE)) {
            events.setLong(1, occurredBy);
            events.setInt(2, limit);
            var deleted = DeletedEvents.by(events);
            PostgresPurge.trimmedTo(scope, deleted.newest());
            return deleted.count();
        }
    }

    private static PipelinedStatement numbers(String sql, long one, long other) {
        return new PipelinedStatement(sql, (statement, first) -> {
            statement.setLong(first, one);
            statement.setLong(first + 1, other);
            return first + 2;
        });
    }
}
