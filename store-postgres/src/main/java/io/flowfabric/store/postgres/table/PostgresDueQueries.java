package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.rules.record.RetentionRules;
import io.flowfabric.engine.store.read.DueReads;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.ResultRows;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.query.DueRows;
import io.flowfabric.store.jdbc.query.PageStart;
import io.flowfabric.store.jdbc.query.StateConditions;
import io.flowfabric.store.jdbc.row.QueueRow;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.ServerClock;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What is due and when the next will be, each answered by the index of its kind of due time. */
final class PostgresDueQueries implements DueReads {
    /** Every minimum is the first entry of an index. A worker is due a moment after its liveness ends. */
    static final String NEXT = """
            SELECT least(
                (SELECT min(delay_until) FROM ff.executions WHERE $delayed),
                (SELECT min(lease_expires_at) FROM ff.executions WHERE $leased),
                (SELECT min(attempt_timeout_at) FROM ff.executions WHERE attempt_timeout_at IS NOT NULL),
                (SELECT min(deadline_at) FROM ff.executions WHERE deadline_at IS NOT NULL),
                (SELECT min(liveness_ends_at) + 1 FROM ff.workers)),
            least(
                (SELECT min(completed_at + retention_ttl) FROM ff.executions
                    WHERE completed_at IS NOT NULL AND retention_ttl IS NOT NULL),
                (SELECT min(completed_at) + ? FROM ff.executions
                    WHERE completed_at IS NOT NULL AND retention_ttl IS NULL),
                (SELECT min(occurred_at) + ? FROM ff.events WHERE execution_seq IS NULL),
                (SELECT newest_at + ? FROM ff.event_pages ORDER BY page LIMIT 1),
                (SELECT min(until) FROM ff.idempotency_keys)),
            (SELECT min(queue) FROM ff.executions WHERE $unrouted) IS NOT NULL""".replace("$delayed", StateConditions.DELAYED)
            .replace("$leased", StateConditions.LEASED)
            .replace("$unrouted", StateConditions.UNROUTED);

    /** One search of {@code executions_unrouted} for each queue, of which there are few. */
    static final String UNROUTED =
            "SELECT " + QueueRow.COLUMNS + " FROM ff.queues q, " + """
            LATERAL (SELECT FROM ff.executions
                WHERE queue = q.number AND $unrouted LIMIT 1) blocked""".replace("$unrouted", StateConditions.UNROUTED);

    /** Served by {@code executions_lapse}, whose expression and condition it repeats word for word. */
    static final String RECLAIMABLE =
            """
            SELECT $from, id FROM ff.executions
            WHERE $reclaimable AND ($from, id) > (?, ?) AND $from <= ?
            ORDER BY $from, id LIMIT ?""".replace("$from", StateConditions.RECLAIMABLE_FROM).replace("$reclaimable", StateConditions.RECLAIMABLE);

    /** When the next grant has ended: it is good until its last moment. Served by {@code grants_expiry}. */
    static final String GRANT_END = "SELECT min(expires_at) + 1 FROM ff.grants WHERE expires_at >= ?";

    static final String AHEAD = NEXT + ", " + ServerClock.MILLIS
            + """
            , (SELECT $from FROM ff.executions
                WHERE $reclaimable AND ($from, id) > (?, ?)
                ORDER BY $from, id LIMIT 1), ($grant_end), (SELECT min(look_at) FROM ff.queues),
            ($follow_up)""".replace("$follow_up", PostgresFollowUpTable.NEXT)
                    .replace("$from", StateConditions.RECLAIMABLE_FROM)
                    .replace("$reclaimable", StateConditions.RECLAIMABLE)
                    .replace("$grant_end", GRANT_END);

    private final PostgresScope scope;
    private final ServerClock clock;

    PostgresDueQueries(PostgresScope scope, ServerClock clock) {
        this.scope = scope;
        this.clock = clock;
    }

    @Override
    public List<ExecutionId> due(DueKind kind, long now, int limit) {
        return PostgresQueries.rows(scope, statement(kind), row -> ExecutionKey.decode(row.getBytes(1)), now, limit);
    }

    @Override
    public List<ReclaimableLease> reclaimable(Optional<ReclaimableLease> after, long upTo, int limit) {
        var start = PageStart.behind(after);
        return PostgresQueries.rows(scope, RECLAIMABLE, DueRows::reclaimable, start.at(), start.key(), upTo, limit);
    }

    @Override
    public Next next(long retentionMs) {
        return PostgresQueries.row(
                scope, NEXT, DueRows::next, retentionMs, retentionMs, RetentionRules.outlivedAfter(retentionMs));
    }

    @Override
    public List<Queue> unrouted() {
        return PostgresQueries.rows(scope, UNROUTED, QueueRow::read);
    }

    @Override
    public OptionalLong grantEnd(long after) {
        return PostgresQueries.row(scope, GRANT_END, row -> Columns.optionalLong(row, 1), after);
    }

    @Override
    public Ahead ahead(
            long retentionMs, Optional<ReclaimableLease> after, long grantsAfter, Collection<FollowUpKind> kinds) {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(AHEAD)) {
                var start = PageStart.behind(after);
                long outlived = RetentionRules.outlivedAfter(retentionMs);
                Columns.bindAll(statement, retentionMs, retentionMs, outlived, start.at(), start.key(), grantsAfter);
                statement.setArray(7, PostgresFollowUpTable.names(scope.connection(), kinds));
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return new Ahead(
                            DueRows.next(row),
                            Columns.optionalLong(row, 5),
                            Columns.optionalLong(row, 6),
                            Columns.optionalLong(row, 7),
                            Columns.optionalLong(row, 8),
                            clock.insteadOf(row.getLong(4)));
                }
            }
        });
    }

    /** Those that no other transaction holds, locked; they are loaded afterwards, with what belongs to them. */
    static List<ExecutionId> lock(
            PostgresScope scope, DueKind kind, long now, int limit, Collection<ExecutionId> except)
            throws SQLException {
        try (var statement = scope.prepare(locking(kind))) {
            byte[][] keys = except.stream().map(ExecutionKey::encode).toArray(byte[][]::new);
            statement.setLong(1, now);
            statement.setArray(2, scope.connection().createArrayOf("bytea", keys));
            statement.setInt(3, limit);
            var ids = ResultRows.of(statement, row -> ExecutionKey.decode(row.getBytes(1)));
            if (!ids.isEmpty()) {
                scope.holdRows();
            }
            return ids;
        }
    }

    static String statement(DueKind kind) {
        return due(kind, "") + " LIMIT ?";
    }

    static String locking(DueKind kind) {
        return due(kind, " AND id <> ALL (?)") + " LIMIT ? FOR UPDATE SKIP LOCKED";
    }

    private static String due(DueKind kind, String besides) {
        return switch (kind) {
            case DELAY -> due(StateConditions.DELAYED, "delay_until", besides);
            case LEASE_EXPIRY -> due(StateConditions.LEASED, "lease_expires_at", besides);
            case ATTEMPT_TIMEOUT -> due("attempt_timeout_at IS NOT NULL", "attempt_timeout_at", besides);
            case DEADLINE -> due("deadline_at IS NOT NULL", "deadline_at", besides);
        };
    }

    private static String due(String condition, String column, String besides) {
        return "SELECT id FROM ff.executions WHERE %s AND %s <= ?%s ORDER BY %s"
                .formatted(condition, column, besides, column);
    }
}
