package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.store.read.RetentionReads;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.query.RetentionScan;
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Executions whose time is over: those whose policy says how long, and those that are kept for the default, each from
 * entries of its own and merged here.
 */
final class PostgresRetentionQueries implements RetentionReads {
    static final String RETAINED = "SELECT x.at, x.id FROM ff.ended_entries x " + dueEntries(true);

    static final String ENDED = "SELECT x.at, x.id FROM ff.ended_entries x " + dueEntries(false);

    /**
     * A plan that is made once for all takes what is due for few rows, and would sort all of it for every set. Local to the
     * transaction.
     */
    static final String IN_ORDER =
            "SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)";

    /** As {@link #RETAINED}, for those that no other transaction holds locked. */
    static final String LOCK_RETAINED = locking(true);

    /** As {@link #ENDED}, likewise. */
    static final String LOCK_ENDED = locking(false);

    private static final String QUEUES = "SELECT number FROM ff.queues WHERE lane = ?";

    private final PostgresScope scope;

    PostgresRetentionQueries(PostgresScope scope) {
        this.scope = scope;
    }

    @Override
    public List<Ended> due(Scan scan) {
        return UncheckedSql.run(() -> {
            var due = new ArrayList<Ended>();
            var queues = queues(scope, scan);
            scope.later(step(RETAINED, RetentionScan.ofPolicy(scan), queues, due));
            scope.now(step(ENDED, RetentionScan.ofDefault(scan), queues, due));
            return RetentionScan.merge(due, ended -> ended, scan.limit());
        });
    }

    /**
     * What is due and was not locked, locked. A statement does not wait for rows, so it locks them in any order. Up to twice
     * the limit are locked for a moment: which of both indexes has the first is known afterwards.
     */
    static List<Ended> lock(PostgresScope scope, Scan scan) throws SQLException {
        var due = new ArrayList<Ended>();
        var queues = queues(scope, scan);
        scope.later(new PipelinedStatement(IN_ORDER, PipelinedStatement.NO_PARAMETERS));
        scope.later(step(LOCK_RETAINED, RetentionScan.ofPolicy(scan), queues, due));
        scope.now(step(LOCK_ENDED, RetentionScan.ofDefault(scan), queues, due));
        if (!due.isEmpty()) {
            scope.holdRows();
        }
        return RetentionScan.merge(due, ended -> ended, scan.limit());
    }

    /** Of the lane, if there is one: asked before, because a statement that locks rows reads no other table. */
    private static Integer @Nullable [] queues(PostgresScope scope, Scan scan) throws SQLException {
        var lane = scan.part().lane();
        return lane.isEmpty()
                ? null
                : PostgresQueries.rows(
                                scope, QUEUES, row -> row.getInt(1), lane.get().value())
                        .toArray(Integer[]::new);
    }

    private static PipelinedStatement step(
            String query, RetentionScan scan, Integer @Nullable [] queues, List<Ended> into) {
        return new PipelinedStatement(query, (statement, first) -> bind(statement, first, scan, queues), row -> {
            while (row.next()) {
                into.add(scan.read(row));
            }
        });
    }

    private static int bind(PreparedStatement statement, int first, RetentionScan scan, Integer @Nullable [] queues)
            throws SQLException {
        var start = scan.start();
        var range = scan.range();
        var numbers = queues == null ? null : statement.getConnection().createArrayOf("int4", queues);
        int next = first;
        statement.setLong(next++, scan.upTo());
        statement.setLong(next++, start.at());
        statement.setBytes(next++, start.key());
        statement.setBytes(next++, range.after());
        statement.setBytes(next++, range.upTo());
        statement.setArray(next++, numbers);
        statement.setArray(next++, numbers);
        statement.setInt(next++, scan.limit());
        return next;
    }

    /** What an entry says is checked by the row when that is locked: it may have changed after the entry was read. */
    private static String locking(boolean byPolicy) {
        return "SELECT x.at, x.id FROM ff.ended_entries x JOIN ff.executions e"
                + " ON e.id = x.id AND e.completed_at + coalesce(e.retention_ttl, 0) = x.at "
                + dueEntries(byPolicy) + " FOR UPDATE OF e SKIP LOCKED";
    }

    private static String dueEntries(boolean byPolicy) {
        return """
                WHERE x.by_policy = %s AND x.at <= ? AND (x.at, x.id) > (?, ?)
                AND x.id > ? AND x.id <= ?
                AND (?::int4[] IS NULL OR x.queue = ANY (?))
                ORDER BY x.at, x.id LIMIT ?""".formatted(byPolicy);
    }
}
