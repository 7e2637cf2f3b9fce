package io.flowfabric.store.postgres.table;

import io.flowfabric.model.lease.Grant;
import io.flowfabric.store.jdbc.row.GrantRow;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.SQLException;

/** Grants, at most one per execution; the transaction that writes one has locked the execution. */
final class PostgresGrantTable {
    private static final String PUT = "INSERT INTO ff.grants (" + GrantRow.COLUMNS + """
            ) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (seq) DO UPDATE SET
                grant_key = excluded.grant_key, kind = excluded.kind, worker_id = excluded.worker_id,
                worker_instance_id = excluded.worker_instance_id, issued_at = excluded.issued_at,
                expires_at = excluded.expires_at
            RETURNING pg_current_xact_id()::text""";

    private static final String DELETE = "DELETE FROM ff.grants WHERE seq = ?";

    private PostgresGrantTable() {}

    static void put(PostgresScope scope, long seq, Grant grant) throws SQLException {
        scope.change(PUT, GrantRow.values(seq, grant));
    }

    static void delete(PostgresScope scope, long seq) throws SQLException {
        try (var statement = scope.prepare(DELETE)) {
            statement.setLong(1, seq);
            statement.executeUpdate();
        }
    }
}
