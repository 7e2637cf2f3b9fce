package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.Submission.KeyReservation;
import io.flowfabric.engine.store.write.KeyWrites.ScopedKey;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Idempotency keys and the executions they stand for, until their window ends. */
final class SqliteKeyTable {
    private static final String FIND =
            "SELECT execution_id FROM ff_idempotency_keys WHERE namespace = ? AND key = ? AND until > ?";

    /** A key whose window has ended may be taken again. */
    private static final String TAKE =
            "INSERT OR REPLACE INTO ff_idempotency_keys (namespace, key, execution_id, until) VALUES (?, ?, ?, ?)";

    private SqliteKeyTable() {}

    static Optional<ExecutionId> find(SqlScope scope, ScopedKey key, long now) throws SQLException {
        var statement = scope.prepare(FIND);
        Columns.bindAll(statement, key.namespace().value(), key.key().value(), now);
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(ExecutionKey.decode(row.getBytes(1))) : Optional.empty();
        }
    }

    static void put(SqlScope scope, Namespace namespace, KeyReservation reservation, ExecutionId id)
            throws SQLException {
        var statement = scope.prepare(TAKE);
        Columns.bindAll(
                statement, namespace.value(), reservation.key().value(), ExecutionKey.encode(id), reservation.until());
        statement.executeUpdate();
    }
}
