package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.rules.record.RetentionRules;
import io.flowfabric.engine.store.read.DueReads;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.query.DueRows;
import io.flowfabric.store.jdbc.query.PageStart;
import io.flowfabric.store.jdbc.query.StateConditions;
import io.flowfabric.store.jdbc.row.QueueRow;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What is due and when the next will be, each answered by the index of its kind of due time. */
final class SqliteDueQueries implements DueReads {
    /** Every minimum is the first entry of an index. A worker is due a moment after its liveness ends. */
    static final String NEXT = """
            SELECT (SELECT min(due) FROM (
                SELECT min(delay_until) AS due FROM ff_executions WHERE $delayed
                UNION ALL SELECT min(lease_expires_at) FROM ff_executions WHERE $leased
                UNION ALL SELECT min(attempt_timeout_at) FROM ff_executions WHERE attempt_timeout_at IS NOT NULL
                UNION ALL SELECT min(deadline_at) FROM ff_executions WHERE deadline_at IS NOT NULL
                UNION ALL SELECT min(liveness_ends_at) + 1 FROM ff_workers)),
            (SELECT min(due) FROM (
                SELECT min(retained_until) AS due FROM ff_executions WHERE retained_until IS NOT NULL
                UNION ALL SELECT min(completed_at) + ?1 FROM ff_executions
                    WHERE completed_at IS NOT NULL AND retention_ttl IS NULL
                UNION ALL SELECT min(occurred_at) + ?1 FROM ff_events WHERE execution_seq IS NULL
                UNION ALL SELECT newest_at + ?2 FROM (SELECT newest_at FROM ff_event_pages ORDER BY page LIMIT 1)
                UNION ALL SELECT min(until) FROM ff_idempotency_keys)),
            (SELECT min(queue) FROM ff_executions WHERE $unrouted) IS NOT NULL""".replace("$delayed", StateConditions.DELAYED)
            .replace("$leased", StateConditions.LEASED)
            .replace("$unrouted", StateConditions.UNROUTED);

    /** One search of {@code ff_executions_unrouted} for each queue, of which there are few. */
    static final String UNROUTED =
            "SELECT " + QueueRow.COLUMNS + " FROM ff_queues q " + """
            WHERE EXISTS (SELECT 1 FROM ff_executions INDEXED BY ff_executions_unrouted
                WHERE queue = q.number AND $unrouted)""".replace("$unrouted", StateConditions.UNROUTED);

    /** Served by {@code ff_executions_lapse}, whose expression and condition it repeats word for word. */
    static final String RECLAIMABLE =
            """
            SELECT $from, id FROM ff_executions INDEXED BY ff_executions_lapse
            WHERE $reclaimable AND ($from, id) > (?, ?) AND $from <= ?
            ORDER BY $from, id LIMIT ?""".replace("$from", StateConditions.RECLAIMABLE_FROM).replace("$reclaimable", StateConditions.RECLAIMABLE);

    /** When the next grant has ended: it is good until its last moment. Served by {@code ff_grants_expiry}. */
    static final String GRANT_END = "SELECT min(expires_at) + 1 FROM ff_grants WHERE expires_at >= ?";

    /** The first entry of {@code ff_queues_look}. */
    private static final String QUEUE_LOOK = "SELECT min(look_at) FROM ff_queues";

    private final SqlScope scope;
    private final Clock clock;

    SqliteDueQueries(SqlScope scope, Clock clock) {
        this.scope = scope;
        this.clock = clock;
    }

    @Override
    public List<ExecutionId> due(DueKind kind, long now, int limit) {
        return due(scope, kind, now, limit);
    }

    static List<ExecutionId> due(SqlScope scope, DueKind kind, long now, int limit) {
        return SqliteQueries.rows(scope, statement(kind), row -> ExecutionKey.decode(row.getBytes(1)), now, limit);
    }

    /** Finds what is due, the longest due first. */
    interface Finder<S> {
        /** At most so many. */
        List<S> find(int limit) throws SQLException;
    }

    /** What is due without some, of which each may stand among the first. */
    static <S> List<S> without(Collection<S> except, int limit, Finder<S> due) throws SQLException {
        return due.find(limit + except.size()).stream()
                .filter(subject -> !except.contains(subject))
                .limit(limit)
                .toList();
    }

    @Override
    public OptionalLong grantEnd(long after) {
        return SqliteQueries.row(scope, GRANT_END, row -> Columns.optionalLong(row, 1), after);
    }

    @Override
    public List<ReclaimableLease> reclaimable(Optional<ReclaimableLease> after, long upTo, int limit) {
        var start = PageStart.behind(after);
        return SqliteQueries.rows(scope, RECLAIMABLE, DueRows::reclaimable, start.at(), start.key(), upTo, limit);
    }

    @Override
    public Next next(long retentionMs) {
        return SqliteQueries.row(scope, NEXT, DueRows::next, retentionMs, RetentionRules.outlivedAfter(retentionMs));
    }

    @Override
    public Ahead ahead(
            long retentionMs, Optional<ReclaimableLease> after, long grantsAfter, Collection<FollowUpKind> kinds) {
        var reclaimable = reclaimable(after, Long.MAX_VALUE, 1).stream()
                .mapToLong(ReclaimableLease::at)
                .findFirst();
        var followUp = new SqliteFollowUpTable(scope).next(kinds);
        return new Ahead(next(retentionMs), reclaimable, grantEnd(grantsAfter), queueLook(), followUp, clock.millis());
    }

    private OptionalLong queueLook() {
        return SqliteQueries.row(scope, QUEUE_LOOK, row -> Columns.optionalLong(row, 1));
    }

    @Override
    public List<Queue> unrouted() {
        return SqliteQueries.rows(scope, UNROUTED, QueueRow::read);
    }

    static String statement(DueKind kind) {
        return switch (kind) {
            case DELAY -> due("ff_executions_delay", StateConditions.DELAYED, "delay_until");
            case LEASE_EXPIRY -> due("ff_executions_lease_end", StateConditions.LEASED, "lease_expires_at");
            case ATTEMPT_TIMEOUT ->
                due("ff_executions_timeout", "attempt_timeout_at IS NOT NULL", "attempt_timeout_at");
            case DEADLINE -> due("ff_executions_deadline", "deadline_at IS NOT NULL", "deadline_at");
        };
    }

    private static String due(String index, String condition, String column) {
        return "SELECT id FROM ff_executions INDEXED BY %s WHERE %s AND %s <= ? ORDER BY %s LIMIT ?"
                .formatted(index, condition, column, column);
    }
}
