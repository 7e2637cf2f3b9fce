package io.flowfabric.store.sqlite;

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
 * index of its own and merged here. Equal moments are sorted by id as they come.
 */
final class RetentionQueries implements RetentionReads {
    private static final byte[] BEFORE_ALL = new byte[0];

    private static final Comparator<Ended> ORDER =
            Comparator.comparingLong(Ended::retainedUntil).thenComparing(Ended::id);

    /** Served by {@code ff_executions_retained}, whose condition it repeats. */
    static final String RETAINED = statement("retained_until", "ff_executions_retained", "retained_until IS NOT NULL");

    /** Served by {@code ff_executions_ended}, whose condition it repeats. */
    static final String ENDED =
            statement("completed_at", "ff_executions_ended", "completed_at IS NOT NULL AND retention_ttl IS NULL");

    private final SqlScope scope;

    RetentionQueries(SqlScope scope) {
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
        var statement = scope.prepare(query);
        statement.setLong(
                1, scan.after().map(after -> after.retainedUntil() - keptMs).orElse(Long.MIN_VALUE));
        statement.setLong(2, scan.now() - keptMs);
        statement.setBytes(
                3, scan.after().map(after -> ExecutionKey.encode(after.id())).orElse(BEFORE_ALL));
        statement.setBytes(4, partition.isPresent() ? ExecutionKey.beforeAllOf(partition.getAsInt()) : BEFORE_ALL);
        statement.setBytes(
                5, partition.isPresent() ? ExecutionKey.lastOf(partition.getAsInt()) : ExecutionKey.afterAll());
        statement.setString(6, scan.part().lane().map(LaneId::value).orElse(null));
        statement.setInt(7, scan.limit());
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                into.add(new Ended(Times.plus(row.getLong(1), keptMs), ExecutionKey.decode(row.getBytes(2))));
            }
        }
    }

    private static String statement(String moment, String index, String condition) {
        return """
                SELECT %1$s, id FROM ff_executions INDEXED BY %2$s
                WHERE %3$s AND %1$s >= ?1 AND %1$s <= ?2 AND (%1$s, id) > (?1, ?3)
                AND id > ?4 AND id <= ?5
                AND (?6 IS NULL OR queue IN (SELECT number FROM ff_queues WHERE lane = ?6))
                ORDER BY %1$s, id LIMIT ?7""".formatted(moment, index, condition);
    }
}
