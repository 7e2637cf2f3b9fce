package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.DueReads;
import io.flowfabric.engine.store.WriteTx.Queue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.ExecutionKey;
import io.flowfabric.store.jdbc.QueueRow;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What is due and when the next will be, each answered by the index of its alarm. */
final class PgDueQueries implements DueReads {
    /** Every minimum is the first entry of an index. A worker has lapsed a moment after the end of its liveness. */
    static final String NEXT = """
            SELECT least(
                (SELECT min(delay_until) FROM ff.executions WHERE vector BETWEEN 20 AND 49),
                (SELECT min(lease_expires_at) FROM ff.executions WHERE vector = 114),
                (SELECT min(attempt_timeout_at) FROM ff.executions WHERE attempt_timeout_at IS NOT NULL),
                (SELECT min(deadline_at) FROM ff.executions WHERE deadline_at IS NOT NULL),
                (SELECT min(liveness_ends_at) + 1 FROM ff.workers)),
            least(
                (SELECT min(completed_at + retention_ttl) FROM ff.executions
                    WHERE completed_at IS NOT NULL AND retention_ttl IS NOT NULL),
                (SELECT min(completed_at) + ? FROM ff.executions
                    WHERE completed_at IS NOT NULL AND retention_ttl IS NULL),
                (SELECT min(occurred_at) + ? FROM ff.events WHERE execution_seq IS NULL),
                (SELECT min(until) FROM ff.idempotency_keys)),
            (SELECT min(queue) FROM ff.executions WHERE vector BETWEEN 80 AND 89) IS NOT NULL""";

    /** A look into {@code executions_unrouted} for each queue, of which there are few. */
    static final String UNROUTED = "SELECT " + QueueRow.COLUMNS + " FROM ff.queues q, " + """
            LATERAL (SELECT FROM ff.executions
                WHERE queue = q.number AND vector BETWEEN 80 AND 89 LIMIT 1) blocked""";

    /** When a lease lapsed, or will: word for word the expression of {@code executions_lapse}. */
    static final String LAPSED_AT =
            "CASE WHEN lease_marks >= 2 THEN lease_expires_at ELSE coalesce(lease_revoked_at, lease_expired_at) END";

    static final String LAPSES = """
            SELECT $lapsed_at, id FROM ff.executions
            WHERE vector BETWEEN 120 AND 139 AND ($lapsed_at, id) > (?, ?) AND $lapsed_at <= ?
            ORDER BY $lapsed_at, id LIMIT ?""".replace("$lapsed_at", LAPSED_AT);

    /** When the next grant has ended: it is good until its last moment. Served by {@code grants_expiry}. */
    static final String GRANT_END = "SELECT min(expires_at) + 1 FROM ff.grants WHERE expires_at >= ?";

    private static final byte[] BEFORE_ALL = new byte[0];

    static final String AHEAD = NEXT + ", " + ServerClock.MILLIS
            + """
            , (SELECT $lapsed_at FROM ff.executions
                WHERE vector BETWEEN 120 AND 139 AND ($lapsed_at, id) > (?, ?)
                ORDER BY $lapsed_at, id LIMIT 1), ($grant_end), (SELECT min(look_at) FROM ff.queues)""".replace("$lapsed_at", LAPSED_AT).replace("$grant_end", GRANT_END);

    private final PgScope scope;
    private final ServerClock clock;

    PgDueQueries(PgScope scope, ServerClock clock) {
        this.scope = scope;
        this.clock = clock;
    }

    @Override
    public List<ExecutionId> due(Alarm alarm, long now, int limit) {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(statement(alarm))) {
                statement.setLong(1, now);
                statement.setInt(2, limit);
                return ids(statement);
            }
        });
    }

    @Override
    public List<Lapse> lapses(Optional<Lapse> after, long upTo, int limit) {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(LAPSES)) {
                Columns.bindAll(statement, at(after), key(after), upTo, limit);
                var lapses = new ArrayList<Lapse>();
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        lapses.add(new Lapse(row.getLong(1), ExecutionKey.decode(row.getBytes(2))));
                    }
                }
                return lapses;
            }
        });
    }

    @Override
    public Next next(long retentionMs) {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(NEXT)) {
                statement.setLong(1, retentionMs);
                statement.setLong(2, retentionMs);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return next(row);
                }
            }
        });
    }

    private static Next next(ResultSet row) throws SQLException {
        return new Next(Columns.optionalLong(row, 1), Columns.optionalLong(row, 2), row.getBoolean(3));
    }

    @Override
    public List<Queue> unrouted() {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(UNROUTED);
                    ResultSet row = statement.executeQuery()) {
                var queues = new ArrayList<Queue>();
                while (row.next()) {
                    queues.add(QueueRow.read(row));
                }
                return queues;
            }
        });
    }

    @Override
    public OptionalLong grantEnd(long after) {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(GRANT_END)) {
                statement.setLong(1, after);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return Columns.optionalLong(row, 1);
                }
            }
        });
    }

    @Override
    public Ahead ahead(long retentionMs, Optional<Lapse> after, long grantsAfter) {
        return UncheckedSql.run(() -> {
            try (var statement = scope.prepare(AHEAD)) {
                Columns.bindAll(statement, retentionMs, retentionMs, at(after), key(after), grantsAfter);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return new Ahead(
                            next(row),
                            Columns.optionalLong(row, 5),
                            Columns.optionalLong(row, 6),
                            Columns.optionalLong(row, 7),
                            clock.insteadOf(row.getLong(4)));
                }
            }
        });
    }

    private static long at(Optional<Lapse> after) {
        return after.map(Lapse::at).orElse(Long.MIN_VALUE);
    }

    private static byte[] key(Optional<Lapse> after) {
        return after.map(lapse -> ExecutionKey.encode(lapse.executionId())).orElse(BEFORE_ALL);
    }

    /** Those that no other transaction holds, locked; they are loaded afterwards, with what belongs to them. */
    static List<ExecutionId> lock(PgScope scope, Alarm alarm, long now, int limit, Collection<ExecutionId> except)
            throws SQLException {
        try (var statement = scope.prepare(locking(alarm))) {
            byte[][] keys = except.stream().map(ExecutionKey::encode).toArray(byte[][]::new);
            statement.setLong(1, now);
            statement.setArray(2, scope.connection().createArrayOf("bytea", keys));
            statement.setInt(3, limit);
            var ids = ids(statement);
            if (!ids.isEmpty()) {
                scope.holdRows();
            }
            return ids;
        }
    }

    private static List<ExecutionId> ids(PreparedStatement statement) throws SQLException {
        var ids = new ArrayList<ExecutionId>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                ids.add(ExecutionKey.decode(row.getBytes(1)));
            }
        }
        return ids;
    }

    static String statement(Alarm alarm) {
        return due(alarm, "") + " LIMIT ?";
    }

    static String locking(Alarm alarm) {
        return due(alarm, " AND id <> ALL (?)") + " LIMIT ? FOR UPDATE SKIP LOCKED";
    }

    private static String due(Alarm alarm, String besides) {
        return switch (alarm) {
            case DELAY -> due("vector BETWEEN 20 AND 49", "delay_until", besides);
            case LEASE_EXPIRY -> due("vector = 114", "lease_expires_at", besides);
            case ATTEMPT_TIMEOUT -> due("attempt_timeout_at IS NOT NULL", "attempt_timeout_at", besides);
            case DEADLINE -> due("deadline_at IS NOT NULL", "deadline_at", besides);
        };
    }

    private static String due(String condition, String column, String besides) {
        return "SELECT id FROM ff.executions WHERE %s AND %s <= ?%s ORDER BY %s"
                .formatted(condition, column, besides, column);
    }
}
