package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.ExecutionReads.LeaseScan;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.ExecutionKey;
import io.flowfabric.store.jdbc.ExecutionRow;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Expired leases in order: those nobody has marked and those that were, each from an index of its own, merged by SQLite.
 * Equal ends are sorted by id as they come.
 */
final class LeaseQueries {
    private static final byte[] BEFORE_ALL = new byte[0];

    private static final String KEYS = "SELECT seq, lease_expires_at, id FROM ff_executions INDEXED BY ";

    private static final String DUE = " AND lease_expires_at >= ?1 AND lease_expires_at <= ?2"
            + " AND (lease_expires_at, id) > (?1, ?3)"
            + " AND (?4 IS NULL OR queue IN (SELECT number FROM ff_queues WHERE namespace = ?4))";

    static final String EXPIRED = "SELECT " + ExecutionRow.SELECTED + " FROM ("
            + KEYS + "ff_executions_lease_end WHERE vector = 114" + DUE
            + " UNION ALL "
            + KEYS + "ff_executions_expired_lease WHERE vector = 123" + DUE
            + " ORDER BY 2, 3 LIMIT ?5) due JOIN ff_executions e ON e.seq = due.seq"
            + " ORDER BY due.lease_expires_at, due.id";

    private LeaseQueries() {}

    static PreparedStatement expired(SqlScope scope, LeaseScan scan) throws SQLException {
        var statement = scope.prepare(EXPIRED);
        statement.setLong(1, scan.after().map(after -> after.expiresAtMs()).orElse(Long.MIN_VALUE));
        statement.setLong(2, scan.asOf());
        statement.setBytes(
                3,
                scan.after()
                        .map(after -> ExecutionKey.encode(after.executionId()))
                        .orElse(BEFORE_ALL));
        statement.setString(4, scan.namespace().map(Namespace::value).orElse(null));
        statement.setInt(5, scan.limit());
        return statement;
    }
}
