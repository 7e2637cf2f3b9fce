package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.store.read.RetentionReads;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.store.jdbc.query.RetentionScan;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Executions whose time is over: those whose policy says how long, and those that are kept for the default, each from an
 * index of its own and merged here. Equal moments are sorted by id as they come.
 */
final class SqliteRetentionQueries implements RetentionReads {
    /** Served by {@code ff_executions_retained}, whose condition it repeats. */
    static final String RETAINED = statement("retained_until", "ff_executions_retained", "retained_until IS NOT NULL");

    /** Served by {@code ff_executions_ended}, whose condition it repeats. */
    static final String ENDED =
            statement("completed_at", "ff_executions_ended", "completed_at IS NOT NULL AND retention_ttl IS NULL");

    private final SqlScope scope;

    SqliteRetentionQueries(SqlScope scope) {
        this.scope = scope;
    }

    /** What is due, and the row it stands in. */
    record DueRow(Ended ended, long seq) {}

    @Override
    public List<Ended> due(Scan scan) {
        return dueRows(scope, scan).stream().map(DueRow::ended).toList();
    }

    static List<DueRow> dueRows(SqlScope scope, Scan scan) {
        var due = new ArrayList<DueRow>();
        String lane = scan.part().lane().map(LaneId::value).orElse(null);
        read(scope, RETAINED, RetentionScan.ofPolicy(scan), lane, due);
        read(scope, ENDED, RetentionScan.ofDefault(scan), lane, due);
        return RetentionScan.merge(due, DueRow::ended, scan.limit());
    }

    private static void read(
            SqlScope scope, String query, RetentionScan scan, @Nullable String lane, List<DueRow> into) {
        var start = scan.start();
        var range = scan.range();
        into.addAll(SqliteQueries.rows(
                scope,
                query,
                row -> new DueRow(scan.read(row), row.getLong(3)),
                start.at(),
                scan.upTo(),
                start.key(),
                range.after(),
                range.upTo(),
                lane,
                scan.limit()));
    }

    private static String statement(String moment, String index, String condition) {
        return """
                SELECT %1$s, id, seq FROM ff_executions INDEXED BY %2$s
                WHERE %3$s AND %1$s >= ?1 AND %1$s <= ?2 AND (%1$s, id) > (?1, ?3)
                AND id > ?4 AND id <= ?5
                AND (?6 IS NULL OR queue IN (SELECT number FROM ff_queues WHERE lane = ?6))
                ORDER BY %1$s, id LIMIT ?7""".formatted(moment, index, condition);
    }
}
