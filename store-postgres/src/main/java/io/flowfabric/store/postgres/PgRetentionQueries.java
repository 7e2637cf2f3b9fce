package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.RetentionReads;
import io.flowfabric.model.Times;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.store.jdbc.ExecutionKey;
import io.flowfabric.store.jdbc.UncheckedSql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Executions whose time is over: those whose policy says how long, and those that are kept for the default, each from an
 * index of its own and merged here.
 */
final class PgRetentionQueries implements RetentionReads {
    private static final byte[] BEFORE_ALL = new byte[0];

    private static final Comparator<Ended> ORDER =
            Comparator.comparingLong(Ended::retainedUntil).thenComparing(Ended::id);

    /** Served by {@code executions_retained}, whose condition it repeats. */
    static final String RETAINED =
            statement("(completed_at + retention_ttl)", "completed_at IS NOT NULL AND retention_ttl IS NOT NULL");

    /** Served by {@code executions_ended}, whose condition it repeats. */
    static final String ENDED = statement("completed_at", "completed_at IS NOT NULL AND retention_ttl IS NULL");

    private final PgScope scope;

    PgRetentionQueries(PgScope scope) {
        this.scope = scope;
    }

    @Override
    public List<Ended> due(Scan scan) {
        return UncheckedSql.run(() -> {
            var due = new ArrayList<Ended>();
            read(RETAINED, scan, 0, due);
            read(ENDED, scan, scan.retentionMs(), due);
            due.sort(ORDER);
            return due.size() > scan.limit() ? due.subList(0, scan.limit()) : due;
        });
    }

    private void read(String query, Scan scan, long keptMs, List<Ended> into) throws SQLException {
        var partition = scan.part().partition();
        String lane = scan.part().lane().map(LaneId::value).orElse(null);
        try (var statement = scope.prepare(query)) {
            statement.setLong(1, scan.now() - keptMs);
            statement.setLong(
                    2, scan.after().map(after -> after.retainedUntil() - keptMs).orElse(Long.MIN_VALUE));
            statement.setBytes(
                    3,
                    scan.after().map(after -> ExecutionKey.encode(after.id())).orElse(BEFORE_ALL));
            statement.setBytes(4, partition.isPresent() ? ExecutionKey.beforeAllOf(partition.getAsInt()) : BEFORE_ALL);
            statement.setBytes(
                    5, partition.isPresent() ? ExecutionKey.lastOf(partition.getAsInt()) : ExecutionKey.afterAll());
            statement.setString(6, lane);
            statement.setString(7, lane);
            statement.setInt(8, scan.limit());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    into.add(new Ended(Times.plus(row.getLong(1), keptMs), ExecutionKey.decode(row.getBytes(2))));
                }
            }
        }
    }

    private static String statement(String moment, String condition) {
        return """
                SELECT %1$s, id FROM ff.executions
                WHERE %2$s AND %1$s <= ? AND (%1$s, id) > (?, ?)
                AND id > ? AND id <= ?
                AND (?::text IS NULL OR queue IN (SELECT number FROM ff.queues WHERE lane = ?))
                ORDER BY %1$s, id LIMIT ?""".formatted(moment, condition);
    }
}
