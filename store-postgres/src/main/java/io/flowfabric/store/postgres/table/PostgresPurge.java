package io.flowfabric.store.postgres.table;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Deletes what was kept long enough, and remembers how far the outbox has thereby lost events. */
final class PostgresPurge {
    /**
     * Events that outlived their page; the others go with it. Served by {@code events_execution}. Answers the newest that is
     * gone, if there was one.
     */
    static final String EVENTS = """
            WITH gone AS (DELETE FROM ff.events WHERE execution_seq = ANY (?) RETURNING event_id)
            SELECT max(event_id) FROM gone""";

    /** By row numbers, which begin the keys of these tables. */
    static final List<String> BELONGINGS = List.of(
            "DELETE FROM ff.attempts WHERE seq = ANY (?)",
            "DELETE FROM ff.grants WHERE seq = ANY (?)",
            "DELETE FROM ff.contents WHERE seq = ANY (?)");

    /** Each found in {@code executions_id}, with its entry. Those that are not at their version stay, which the counts show. */
    static final String EXECUTIONS = """
            WITH gone AS (
                DELETE FROM ff.executions e USING unnest(?::bytea[], ?::int8[]) AS u (id, version)
                WHERE e.id = u.id AND e.version = u.version
                RETURNING e.queue, e.id, e.completed_at, e.retention_ttl), entries AS ($entries)
            SELECT queue, count(*), pg_current_xact_id()::text FROM gone GROUP BY queue""".replace("$entries", EntryKind.ENDED.removing("c.completed_at", "gone c"));

    /** A table of one row, which is always read through. */
    static final String TRIMMED_TO = "UPDATE ff.outbox SET trimmed_to = greatest(trimmed_to, ?)";

    /** Served by {@code idempotency_keys_until}. */
    static final String KEYS = """
            DELETE FROM ff.idempotency_keys WHERE (namespace, key) IN (
                SELECT namespace, key FROM ff.idempotency_keys WHERE until <= ?
                ORDER BY until LIMIT ? FOR UPDATE SKIP LOCKED)""";

    private PostgresPurge() {}

    /**
     * Deletes executions that the transaction has locked, table by table and their own rows last, in one round trip. How far
     * the outbox was trimmed is written once and with COMMIT: all transactions that purge at the same time write that
     * one row, and wait for each other from there to the commit.
     *
     * @param purged by row number
     */
    static void executions(PostgresScope scope, Map<Long, Execution> purged) throws SQLException {
        PipelinedStatement.Binding seqs = (statement, first) -> {
            statement.setArray(
                    first,
                    statement
                            .getConnection()
                            .createArrayOf("int8", purged.keySet().toArray()));
            return first + 1;
        };
        var newest = new AtomicLong();
        scope.later(new PipelinedStatement(EVENTS, seqs, row -> {
            row.next();
            newest.set(row.getLong(1));
        }));
        BELONGINGS.forEach(belonging -> scope.later(new PipelinedStatement(belonging, seqs)));
        PostgresQueueCounts.deleted(scope, deleteRows(scope, purged.values()));
        trimmedTo(scope, newest.get());
    }

    /** Answers how many were deleted, by queue. */
    private static Map<Integer, Long> deleteRows(PostgresScope scope, Collection<Execution> purged)
            throws SQLException {
        var queues = new TreeMap<Integer, Long>();
        scope.now(new PipelinedStatement(EXECUTIONS, (statement, first) -> bind(statement, first, purged), row -> {
            while (row.next()) {
                queues.put(row.getInt(1), row.getLong(2));
                scope.transactionId(row.getString(3));
            }
        }));
        long deleted = queues.values().stream().mapToLong(Long::longValue).sum();
        if (deleted != purged.size()) {
            throw new IllegalStateException(
                    "%d of these executions are not at the version on which their end was decided: %s"
                            .formatted(
                                    purged.size() - deleted,
                                    purged.stream()
                                            .map(e -> "%s at version %d".formatted(e.id(), e.version()))
                                            .toList()));
        }
        return queues;
    }

    private static int bind(PreparedStatement statement, int first, Collection<Execution> purged) throws SQLException {
        int next = PostgresExecutionTable.bindIds(
                statement, first, purged.stream().map(Execution::id).toList());
        statement.setArray(
                next,
                statement
                        .getConnection()
                        .createArrayOf(
                                "int8", purged.stream().map(Execution::version).toArray()));
        return next + 1;
    }

    static int keys(PostgresScope scope, long endedBy, int limit) throws SQLException {
        try (var keys = scope.prepare(KEYS)) {
            keys.setLong(1, endedBy);
            keys.setInt(2, limit);
            return keys.executeUpdate();
        }
    }

    /** With the next statement, or with COMMIT. */
    static void trimmedTo(PostgresScope scope, long newest) {
        if (newest > 0) {
            scope.later(new PipelinedStatement(TRIMMED_TO, (statement, first) -> {
                statement.setLong(first, newest);
                return first + 1;
            }));
        }
    }
}
