package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Submission.KeyReservation;
import io.flowfabric.engine.store.write.KeyWrites.KnownKeys;
import io.flowfabric.engine.store.write.KeyWrites.ScopedKey;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.column.Columns;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresErrors;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Idempotency keys and the executions they stand for, until their window ends. */
final class PostgresKeyTable {
    private static final List<ColumnType> WANTED = List.of(ColumnType.TEXT, ColumnType.TEXT);

    private static final String FIND = """
            SELECT k.namespace, k.key, k.execution_id FROM ff.idempotency_keys k
            JOIN unnest("""
            + ArrayRows.parameters(WANTED)
            + ") AS w (namespace, key) ON k.namespace = w.namespace AND k.key = w.key WHERE k.until > ?";

    /**
     * Tells others that a caller's transaction takes a key, for as long as it is open. The two numbers set these locks
     * apart from those of the outbox, which have one. A key that has the same hash as another only waits alone.
     */
    private static final String HOLD = "SELECT pg_advisory_xact_lock_shared(?, ?)";

    private static final String HELD = """
            SELECT objid::bigint FROM pg_locks
            WHERE locktype = 'advisory' AND objsubid = 2 AND classid::bigint = ?
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())""";

    /** Takes a key that is free, or whose window has ended; waits for another transaction that takes the same one. */
    private static final String TAKE = """
            INSERT INTO ff.idempotency_keys AS k (namespace, key, execution_id, until) VALUES (?, ?, ?, ?)
            ON CONFLICT (namespace, key) DO UPDATE SET execution_id = excluded.execution_id, until = excluded.until
            WHERE k.until <= ?""";

    private PostgresKeyTable() {}

    /** Asks for held keys first: a key that is let go of in between is found to be used. */
    static KnownKeys find(PostgresScope scope, Collection<ScopedKey> keys, long now) throws SQLException {
        var locks = new HashSet<Integer>();
        scope.later(new PipelinedStatement(
                HELD,
                (statement, first) -> {
                    statement.setInt(first, scope.lockSpace());
                    return first + 1;
                },
                rows -> {
                    while (rows.next()) {
                        locks.add((int) rows.getLong(1));
                    }
                }));
        var wanted = new ArrayRows(WANTED);
        keys.forEach(key -> wanted.add(key.namespace().value(), key.key().value()));
        var found = new HashMap<ScopedKey, ExecutionId>();
        scope.now(new PipelinedStatement(
                FIND,
                (statement, first) -> {
                    int next = wanted.bind(statement, first);
                    statement.setLong(next, now);
                    return next + 1;
                },
                rows -> {
                    while (rows.next()) {
                        var key =
                                new ScopedKey(new Namespace(rows.getString(1)), new IdempotencyKey(rows.getString(2)));
                        found.put(key, ExecutionKey.decode(rows.getBytes(3)));
                    }
                }));
        return new KnownKeys(
                found, keys.stream().filter(key -> locks.contains(lock(key))).collect(Collectors.toSet()));
    }

    /** Fails as a conflict when another transaction has taken the key meanwhile: run again, the unit finds that one. */
    static void take(PostgresScope scope, Namespace namespace, KeyReservation reservation, ExecutionId id, long now)
            throws SQLException {
        if (scope.isCallers()) {
            hold(scope, new ScopedKey(namespace, reservation.key()));
        }
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

    private static void hold(PostgresScope scope, ScopedKey key) {
        scope.later(new PipelinedStatement(
                HOLD,
                (statement, first) -> {
                    statement.setInt(first, scope.lockSpace());
                    statement.setInt(first + 1, lock(key));
                    return first + 2;
                },
                rows -> {}));
    }

    private static int lock(ScopedKey key) {
        return Objects.hash(key.namespace().value(), key.key().value());
    }
}
