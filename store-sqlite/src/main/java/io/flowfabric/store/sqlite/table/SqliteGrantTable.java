package io.flowfabric.store.sqlite.table;

import io.flowfabric.model.lease.Grant;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.row.GrantRow;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.SQLException;

/** Grants, at most one per execution. */
final class SqliteGrantTable {
    private static final String PUT =
            "INSERT OR REPLACE INTO ff_grants (" + GrantRow.COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?)";

    private static final String DELETE = "DELETE FROM ff_grants WHERE seq = ?";

    private SqliteGrantTable() {}

    static void put(SqlScope scope, long seq, Grant grant) throws SQLException {
        var statement = scope.prepare(PUT);
        Columns.bindAll(statement, GrantRow.values(seq, grant));
        statement.executeUpdate();
    }

    static void delete(SqlScope scope, long seq) throws SQLException {
        var statement = scope.prepare(DELETE);
        statement.setLong(1, seq);
        statement.executeUpdate();
    }
}
