package io.flowfabric.store.sqlite;

import io.flowfabric.model.execution.Grant;
import io.flowfabric.model.execution.GrantKind;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.StoredLiteral;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Grants, at most one per execution. */
final class GrantTable {
    static final String SELECTED = "g.grant_key, g.kind, g.worker_id, g.worker_instance_id, g.issued_at, g.expires_at";
    static final int WIDTH = 6;

    private static final String PUT = """
            INSERT OR REPLACE INTO ff_grants
                (seq, grant_key, kind, worker_id, worker_instance_id, issued_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)""";

    private static final String DELETE = "DELETE FROM ff_grants WHERE seq = ?";

    private GrantTable() {}

    static void put(SqlScope scope, long seq, Grant grant) throws SQLException {
        var statement = scope.prepare(PUT);
        Columns.bindAll(
                statement,
                seq,
                grant.key(),
                grant.kind().literal(),
                grant.workerId().value(),
                grant.workerInstanceId().value(),
                grant.issuedAt(),
                grant.expiresAt());
        statement.executeUpdate();
    }

    static void delete(SqlScope scope, long seq) throws SQLException {
        var statement = scope.prepare(DELETE);
        statement.setLong(1, seq);
        statement.executeUpdate();
    }

    static Optional<Grant> read(ResultSet row, int first, ExecutionId id) throws SQLException {
        String key = row.getString(first);
        return key == null
                ? Optional.empty()
                : Optional.of(new Grant(
                        key,
                        id,
                        StoredLiteral.parse(GrantKind.class, "kind", row.getString(first + 1)),
                        new WorkerId(row.getString(first + 2)),
                        new WorkerInstanceId(row.getString(first + 3)),
                        row.getLong(first + 4),
                        row.getLong(first + 5)));
    }
}
