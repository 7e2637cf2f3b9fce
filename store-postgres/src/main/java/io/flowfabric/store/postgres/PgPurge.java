package io.flowfabric.store.postgres;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.store.jdbc.ExecutionKey;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Deletes what was kept long enough, and remembers how far the outbox has thereby lost events. */
final class PgPurge {
    /** Served by {@code events_execution}. */
    static final String EVENTS = "DELETE FROM ff.events WHERE execution_seq = ? RETURNING event_id";

    private static final List<String> BELONGINGS = List.of(
            "DELETE FROM ff.attempts WHERE seq = ?",
            "DELETE FROM ff.grants WHERE seq = ?",
            "DELETE FROM ff.contents WHERE seq = ?");

    private static final String EXECUTION =
            "DELETE FROM ff.executions WHERE id = ? AND version = ? RETURNING pg_current_xact_id()::text, queue";

    /** Served by {@code events_of_none}. */
    static final String EVENTS_OF_NONE = """
            DELETE FROM ff.events WHERE event_id IN (
                SELECT event_id FROM ff.events WHERE execution_seq IS NULL AND occurred_at <= ?
                ORDER BY occurred_at LIMIT ? FOR UPDATE SKIP LOCKED)
            RETURNING event_id""";

    /** A table of one row, which is always read through. */
    static final String TRIMMED_TO = "UPDATE ff.outbox SET trimmed_to = greatest(trimmed_to, ?)";

    /** Served by {@code idempotency_keys_until}. */
    static final String KEYS = """
            DELETE FROM ff.idempotency_keys WHERE (namespace, key) IN (
                SELECT namespace, key FROM ff.idempotency_keys WHERE until <= ?
                ORDER BY until LIMIT ? FOR UPDATE SKIP LOCKED)""";

    private PgPurge() {}

    /**
     * Each row of an execution goes after what belongs to it. How far the outbox was trimmed is noted once and at the end:
     * all who purge at the same time write that one row, and wait for each other from there to the commit.
     */
    static void executions(PgScope scope, Map<Long, Execution> purged) throws SQLException {
        long newest = 0;
        var queues = new TreeMap<Integer, Long>();
        for (var one : purged.entrySet()) {
            newest = Math.max(newest, execution(scope, one.getKey(), one.getValue(), queues));
        }
        PgQueueCounts.deleted(scope, queues);
        trimmedTo(scope, newest);
    }

    /**
     * Answers the newest event that is gone with it; 0 when there was none.
     *
     * @param queues how many were purged, by queue
     */
    private static long execution(PgScope scope, long seq, Execution purged, Map<Integer, Long> queues)
            throws SQLException {
        long newest;
        try (var events = scope.prepare(EVENTS)) {
            events.setLong(1, seq);
            newest = Deleted.by(events).newest();
        }
        for (String belonging : BELONGINGS) {
            try (var statement = scope.prepare(belonging)) {
                statement.setLong(1, seq);
                statement.executeUpdate();
            }
        }
        try (var execution = scope.prepare(EXECUTION)) {
            execution.setBytes(1, ExecutionKey.encode(purged.id()));
            execution.setLong(2, purged.version());
            try (ResultSet row = execution.executeQuery()) {
                if (!row.next()) {
                    throw new IllegalStateException("Execution %s is not at version %d, on which its end was decided"
                            .formatted(purged.id(), purged.version()));
                }
                scope.transactionId(row.getString(1));
                queues.merge(row.getInt(2), 1L, Long::sum);
            }
        }
        return newest;
    }

    static int eventsOfNone(PgScope scope, long occurredBy, int limit) throws SQLException {
        try (var events = scope.prepare(EVENTS_OF_NONE)) {
            events.setLong(1, occurredBy);
            events.setInt(2, limit);
            var deleted = Deleted.by(events);
            trimmedTo(scope, deleted.newest());
            return deleted.events();
        }
    }

    static int keys(PgScope scope, long endedBy, int limit) throws SQLException {
        try (var keys = scope.prepare(KEYS)) {
            keys.setLong(1, endedBy);
            keys.setInt(2, limit);
            return keys.executeUpdate();
        }
    }

    private static void trimmedTo(PgScope scope, long newest) throws SQLException {
        if (newest > 0) {
            try (var trimmed = scope.prepare(TRIMMED_TO)) {
                trimmed.setLong(1, newest);
                trimmed.executeUpdate();
            }
        }
    }

    /** Events that a statement has deleted. */
    private record Deleted(int events, long newest) {
        static Deleted by(PreparedStatement deleting) throws SQLException {
            int events = 0;
            long newest = 0;
            try (ResultSet deleted = deleting.executeQuery()) {
                while (deleted.next()) {
                    events++;
                    newest = Math.max(newest, deleted.getLong(1));
                }
            }
            return new Deleted(events, newest);
        }
    }
}
