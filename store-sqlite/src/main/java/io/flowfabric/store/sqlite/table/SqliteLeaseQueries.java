package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.store.read.ExecutionReads.LeaseScan;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.query.PageStart;
import io.flowfabric.store.jdbc.query.StateConditions;
import io.flowfabric.store.jdbc.row.ExecutionRow;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Expired leases in order: those that are not marked and those that are, each from an index of its own, merged by
 * SQLite. Equal ends are sorted by id as they come.
 */
final class SqliteLeaseQueries {
    private static final String KEYS = "SELECT seq, lease_expires_at, id FROM ff_executions INDEXED BY ";

    private static final String DUE = " AND lease_expires_at >= ?1 AND lease_expires_at <= ?2"
            + " AND (lease_expires_at, id) > (?1, ?3)"
            + " AND (?4 IS NULL OR queue IN (SELECT number FROM ff_queues WHERE namespace = ?4))";

    static final String EXPIRED = "SELECT " + ExecutionRow.SELECTED + " FROM ("
            + KEYS + "ff_executions_lease_end WHERE " + StateConditions.LEASED + DUE
            + " UNION ALL "
            + KEYS + "ff_executions_expired_lease WHERE " + StateConditions.LEASE_EXPIRED + DUE
            + " ORDER BY 2, 3 LIMIT ?5) due JOIN ff_executions e ON e.seq = due.seq"
            + " ORDER BY due.lease_expires_at, due.id";

    private SqliteLeaseQueries() {}

    static PreparedStatement expired(SqlScope scope, LeaseScan scan) throws SQLException {
        var statement = scope.prepare(EXPIRED);
        var start = PageStart.of(scan);
        String namespace = scan.namespace().map(Namespace::value).orElse(null);
        Columns.bindAll(statement, start.at(), scan.asOf(), start.key(), namespace, scan.limit());
        return statement;
    }
}
