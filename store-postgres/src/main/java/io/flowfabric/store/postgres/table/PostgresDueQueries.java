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
import io.flowfabric.store.jdbc.row.QueueRow;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.ServerClock;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What is due and when the next will be, each answered by the entries of its kind. */
final class PostgresDueQueries implements DueReads {
    /** Every minimum is the first entry of a kind. A worker is due a moment after its liveness ends. */
    static final String NEXT = """
            SELECT least(
                $delay, $lease_end, $attempt_timeout, $deadline,
                (SELECT min(liveness_ends_at) + 1 FROM ff.workers)),
            least(
                (SELECT min(at) FROM ff.ended_entries WHERE by_policy = true),
                (SELECT min(at) + ? FROM ff.ended_entries WHERE by_policy = false),
                (SELECT min(occurred_at) + ? FROM ff.events WHERE execution_seq IS NULL),
                (SELECT newest_at + ? FROM ff.event_pages ORDER BY page LIMIT 1),
                (SELECT min(until) FROM ff.idempotency_keys)),
            (SELECT min(queue) FROM ff.unrouted_entries) IS NOT NULL""".replace("$delay", first(EntryKind.DELAY))
            .replace("$lease_end", first(EntryKind.LEASE_END))
            .replace("$attempt_timeout", first(EntryKind.ATTEMPT_TIMEOUT))
            .replace("$deadline", first(EntryKind.DEADLINE));

    /** One search for each queue, of which there are few. */
    static final String UNROUTED = "SELECT " + QueueRow.COLUMNS + " FROM ff.queues q, " + """
            LATERAL (SELECT FROM ff.unrouted_entries WHERE queue = q.number ORDER BY blocked_at, id LIMIT 1) blocked""";

    /** Leases that may be reclaimed, in the order in which they ceased to count. */
    static final String RECLAIMABLE = """
            SELECT at, id FROM ff.due_entries x WHERE $reclaimable AND (at, id) > (?, ?) AND at <= ?
            ORDER BY at, id LIMIT ?""".replace("$reclaimable", EntryKind.RECLAIMABLE.only());

    /** When the next grant has ended: it is good until its last moment. Served by {@code grants_expiry}. */
    static final String GRANT_END = "SELECT min(expires_at) + 1 FROM ff.grants WHERE expires_at >= ?";

    static final String AHEAD = NEXT + ", " + ServerClock.MILLIS
            + """
            , (SELECT at FROM ff.due_entries x WHERE $reclaimable AND (at, id) > (?, ?)
                ORDER BY at, id LIMIT 1), ($grant_end), (SELECT min(look_at) FROM ff.queues),
            ($follow_up)""".replace("$follow_up", PostgresFollowUpTable.NEXT)
                    .replace("$reclaimable", EntryKind.RECLAIMABLE.only())
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
        return filled(entry(kind), "SELECT x.id FROM $table x WHERE $only AND x.at <= ? ORDER BY x.at LIMIT ?");
    }

    /** What an entry says is checked by the row when that is locked: it may have changed after the entry was read. */
    static String locking(DueKind kind) {
        return filled(entry(kind), """
                SELECT e.id FROM $table x JOIN ff.executions e ON e.id = x.id
                WHERE $only AND x.at <= ? AND x.id <> ALL (?) AND e.$condition AND e.$moment = x.at
                ORDER BY x.at LIMIT ? FOR UPDATE OF e SKIP LOCKED""");
    }

    private static String first(EntryKind kind) {
        return filled(kind, "(SELECT min(x.at) FROM $table x WHERE $only)");
    }

    private static String filled(EntryKind kind, String text) {
        return text.replace("$table", kind.table().fullName())
                .replace("$only", kind.only())
                .replace("$condition", kind.condition())
                .replace("$moment", kind.keyOfRow());
    }

    private static EntryKind entry(DueKind kind) {
        return switch (kind) {
            case DELAY -> EntryKind.DELAY;
            case LEASE_EXPIRY -> EntryKind.LEASE_END;
            case ATTEMPT_TIMEOUT -> EntryKind.ATTEMPT_TIMEOUT;
            case DEADLINE -> EntryKind.DEADLINE;
        };
    }
}
