package io.flowfabric.store.postgres;

import io.flowfabric.engine.rules.Submission.KeyReservation;
import io.flowfabric.engine.store.WriteTx.ScopedKey;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.ColumnType;
import io.flowfabric.store.jdbc.Columns;
import io.flowfabric.store.jdbc.ExecutionKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Idempotency keys and the executions they stand for, until their window ends. */
final class PgKeyTable {
    private static final List<ColumnType> WANTED = List.of(ColumnType.TEXT, ColumnType.TEXT);

    private static final String FIND = """
            SELECT k.namespace, k.key, k.execution_id FROM ff.idempotency_keys k
            JOIN unnest("""
            + ArrayRows.parameters(WANTED)
            + ") AS w (namespace, key) ON k.namespace = w.namespace AND k.key = w.key WHERE k.until > ?";

    /** Takes a key that is free, or whose window has ended; waits for another transaction that takes the same one. */
    private static final String TAKE = """
            INSERT INTO ff.idempotency_keys AS k (namespace, key, execution_id, until) VALUES (?, ?, ?, ?)
            ON CONFLICT (namespace, key) DO UPDATE SET execution_id = excluded.execution_id, until = excluded.until
            WHERE k.until <= ?""";

    private PgKeyTable() {}

    static Map<ScopedKey, ExecutionId> find(PgScope scope, Collection<ScopedKey> keys, long now) throws SQLException {
        var wanted = new ArrayRows(WANTED);
        keys.forEach(key -> wanted.add(key.namespace().value(), key.key().value()));
        var found = new HashMap<ScopedKey, ExecutionId>();
        try (var statement = scope.prepare(FIND)) {
            statement.setLong(wanted.bind(statement, 1), now);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    var key = new ScopedKey(new Namespace(row.getString(1)), new IdempotencyKey(row.getString(2)));
                    found.put(key, ExecutionKey.decode(row.getBytes(3)));
                }
            }
        }
        return found;
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
