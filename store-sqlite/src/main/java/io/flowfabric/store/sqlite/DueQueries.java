package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.DueReads;
import io.flowfabric.engine.store.WriteTx.Queue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.ExecutionKey;
import io.flowfabric.store.jdbc.QueueRow;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What is due and when the next will be, each answered by the index of its alarm. */
final class DueQueries implements DueReads {
    /** Every minimum is the first entry of an index. A worker has lapsed a moment after the end of its liveness. */
    static final String NEXT = """
            SELECT (SELECT min(due) FROM (
                SELECT min(delay_until) AS due FROM ff_executions WHERE vector BETWEEN 20 AND 49
                UNION ALL SELECT min(lease_expires_at) FROM ff_executions WHERE vector = 114
                UNION ALL SELECT min(attempt_timeout_at) FROM ff_executions WHERE attempt_timeout_at IS NOT NULL
                UNION ALL SELECT min(deadline_at) FROM ff_executions WHERE deadline_at IS NOT NULL
                UNION ALL SELECT min(liveness_ends_at) + 1 FROM ff_workers)),
            (SELECT min(due) FROM (
                SELECT min(retained_until) AS due FROM ff_executions WHERE retained_until IS NOT NULL
                UNION ALL SELECT min(completed_at) + ?1 FROM ff_executions
                    WHERE completed_at IS NOT NULL AND retention_ttl IS NULL
                UNION ALL SELECT min(occurred_at) + ?1 FROM ff_events WHERE execution_seq IS NULL
                UNION ALL SELECT min(until) FROM ff_idempotency_keys)),
            (SELECT min(queue) FROM ff_executions WHERE vector BETWEEN 80 AND 89) IS NOT NULL""";

    /** A look into {@code ff_executions_unrouted} for each queue, of which there are few. */
    static final String UNROUTED = "SELECT " + QueueRow.COLUMNS + " FROM ff_queues q " + """
            WHERE EXISTS (SELECT 1 FROM ff_executions INDEXED BY ff_executions_unrouted
                WHERE queue = q.number AND vector BETWEEN 80 AND 89)""";

    /** When a lease lapsed, or will: word for word the expression of {@code ff_executions_lapse}. */
    private static final String LAPSED_AT =
            "CASE WHEN lease_marks >= 2 THEN lease_expires_at ELSE coalesce(lease_revoked_at, lease_expired_at) END";

    /** Served by {@code ff_executions_lapse}, whose expression and condition it repeats word for word. */
    static final String LAPSES = """
            SELECT $lapsed_at, id FROM ff_executions INDEXED BY ff_executions_lapse
            WHERE vector BETWEEN 120 AND 139 AND ($lapsed_at, id) > (?, ?) AND $lapsed_at <= ?
            ORDER BY $lapsed_at, id LIMIT ?""".replace("$lapsed_at", LAPSED_AT);

    /** When the next grant has ended: it is good until its last moment. Served by {@code ff_grants_expiry}. */
    static final String GRANT_END = "SELECT min(expires_at) + 1 FROM ff_grants WHERE expires_at >= ?";

    /** The first entry of {@code ff_queues_look}. */
    private static final String QUEUE_LOOK = "SELECT min(look_at) FROM ff_queues";

    private static final byte[] BEFORE_ALL = new byte[0];

    private final SqlScope scope;
    private final Clock clock;

    DueQueries(SqlScope scope, Clock clock) {
        this.scope = scope;
        this.clock = clock;
    }

    @Override
    public List<ExecutionId> due(Alarm alarm, long now, int limit) {
        return UncheckedSql.run(() -> due(scope, alarm, now, limit));
    }

    static List<ExecutionId> due(SqlScope scope, Alarm alarm, long now, int limit) throws SQLException {
        var statement = scope.prepare(statement(alarm));
        statement.setLong(1, now);
        statement.setInt(2, limit);
        var ids = new ArrayList<ExecutionId>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                ids.add(ExecutionKey.decode(row.getBytes(1)));
            }
        }
        return ids;
    }

    @Override
    public OptionalLong grantEnd(long after) {
        return UncheckedSql.run(() -> {
            var statement = scope.prepare(GRANT_END);
            statement.setLong(1, after);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return Columns.optionalLong(row, 1);
            }
        });
    }

    @Override
    public List<Lapse> lapses(Optional<Lapse> after, long upTo, int limit) {
        return UncheckedSql.run(() -> {
            var statement = scope.prepare(LAPSES);
            Columns.bindAll(
                    statement,
                    after.map(Lapse::at).orElse(Long.MIN_VALUE),
                    after.map(lapse -> ExecutionKey.encode(lapse.executionId())).orElse(BEFORE_ALL),
                    upTo,
                    limit);
            var lapses = new ArrayList<Lapse>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    lapses.add(new Lapse(row.getLong(1), ExecutionKey.decode(row.getBytes(2))));
                }
            }
            return lapses;
        });
    }

    @Override
    public Next next(long retentionMs) {
        return UncheckedSql.run(() -> {
            var statement = scope.prepare(NEXT);
            statement.setLong(1, retentionMs);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new Next(Columns.optionalLong(row, 1), Columns.optionalLong(row, 2), row.getBoolean(3));
            }
        });
    }

    @Override
    public Ahead ahead(long retentionMs, Optional<Lapse> after, long grantsAfter) {
        var lapse =
                lapses(after, Long.MAX_VALUE, 1).stream().mapToLong(Lapse::at).findFirst();
        return new Ahead(next(retentionMs), lapse, grantEnd(grantsAfter), queueLook(), clock.millis());
    }

    private OptionalLong queueLook() {
        return UncheckedSql.run(() -> {
            try (ResultSet row = scope.prepare(QUEUE_LOOK).executeQuery()) {
                row.next();
                return Columns.optionalLong(row, 1);
            }
        });
    }

    @Override
    public List<Queue> unrouted() {
        return UncheckedSql.run(() -> {
            var queues = new ArrayList<Queue>();
            try (ResultSet row = scope.prepare(UNROUTED).executeQuery()) {
                while (row.next()) {
                    queues.add(QueueRow.read(row));
                }
            }
            return queues;
        });
    }

    static String statement(Alarm alarm) {
        return switch (alarm) {
            case DELAY -> due("ff_executions_delay", "vector BETWEEN 20 AND 49", "delay_until");
            case LEASE_EXPIRY -> due("ff_executions_lease_end", "vector = 114", "lease_expires_at");
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
