package io.flowfabric.store.postgres;

import io.flowfabric.engine.rules.Submission.KeyReservation;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.ExecutionKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Idempotency keys and the executions they stand for, until their window ends. */
final class PgKeyTable {
    private static final String FIND =
            "SELECT execution_id FROM ff.idempotency_keys WHERE namespace = ? AND key = ? AND until > ?";

    /** Takes a key that is free, or whose window has ended; waits for another transaction that takes the same one. */
    private static final String TAKE = """
            INSERT INTO ff.idempotency_keys AS k (namespace, key, execution_id, until) VALUES (?, ?, ?, ?)
            ON CONFLICT (namespace, key) DO UPDATE SET execution_id = excluded.execution_id, until = excluded.until
            WHERE k.until <= ?""";

    private PgKeyTable() {}

    static Optional<ExecutionId> find(PgScope scope, Namespace namespace, IdempotencyKey key, long now)
            throws SQLException {
        try (var statement = scope.prepare(FIND)) {
            Columns.bindAll(statement, namespace.value(), key.value(), now);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(ExecutionKey.decode(row.getBytes(1))) : Optional.empty();
            }
        }
    }

    /** Fails as a conflict when somebody else has taken the key meanwhile: run again, the unit finds that one. */
    static void take(PgScope scope, Namespace namespace, KeyReservation reservation, ExecutionId id, long now)
            throws SQLException {
        try (var statement = scope.prepare(TAKE)) {
            Columns.bindAll(
                    statement,
                    namespace.value(),
                    reservation.key().value(),
                    ExecutionKey.encode(id),
                    reservation.until(),
                    now);
            if (statement.executeUpdate() != 1) {
                throw new SQLException("An idempotency key was taken meanwhile", PostgresErrors.UNIQUE_VIOLATION);
            }
        }
    }
}
