package io.flowfabric.store.postgres;

import io.flowfabric.model.execution.Grant;
import io.flowfabric.model.execution.GrantKind;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.store.jdbc.StoredLiteral;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Grants, at most one per execution; whoever writes one has locked the execution. */
final class PgGrantTable {
    static final String SELECTED = "g.grant_key, g.kind, g.worker_id, g.worker_instance_id, g.issued_at, g.expires_at";
    static final int WIDTH = 6;

    private static final String PUT = """
            INSERT INTO ff.grants (seq, grant_key, kind, worker_id, worker_instance_id, issued_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (seq) DO UPDATE SET
                grant_key = excluded.grant_key, kind = excluded.kind, worker_id = excluded.worker_id,
                worker_instance_id = excluded.worker_instance_id, issued_at = excluded.issued_at,
                expires_at = excluded.expires_at
            RETURNING pg_current_xact_id()::text""";

    private static final String DELETE = "DELETE FROM ff.grants WHERE seq = ?";

    private PgGrantTable() {}

    static void put(PgScope scope, long seq, Grant grant) throws SQLException {
        scope.change(
                PUT,
                seq,
                grant.key(),
                grant.kind().literal(),
                grant.workerId().value(),
                grant.workerInstanceId().value(),
                grant.issuedAt(),
                grant.expiresAt());
    }

    static void delete(PgScope scope, long seq) throws SQLException {
        try (var statement = scope.prepare(DELETE)) {
            statement.setLong(1, seq);
            statement.executeUpdate();
        }
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
