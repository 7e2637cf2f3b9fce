package io.flowfabric.store.sqlite;

import io.flowfabric.store.jdbc.ResultRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Deletes what was kept long enough, and remembers up to which number events and executions are thereby gone. */
final class Purge {
    /** Served by {@code ff_events_execution}. */
    static final String EVENTS = "DELETE FROM ff_events WHERE execution_seq = ? RETURNING event_id";

    private static final List<String> BELONGINGS = List.of(
            "DELETE FROM ff_attempts WHERE seq = ?",
            "DELETE FROM ff_grants WHERE seq = ?",
            "DELETE FROM ff_contents WHERE seq = ?");

    private static final String EXECUTION = "DELETE FROM ff_executions WHERE seq = ? AND version = ? RETURNING queue";

    /** Served by {@code ff_events_of_none}. */
    static final String EVENTS_OF_NONE = """
            DELETE FROM ff_events WHERE event_id IN (
                SELECT event_id FROM ff_events WHERE execution_seq IS NULL AND occurred_at <= ?
                ORDER BY occurred_at LIMIT ?)
            RETURNING event_id""";

    private static final String TRIMMED_TO = "UPDATE ff_outbox SET trimmed_to = max(trimmed_to, ?)";

    private static final String PURGED_TO = "UPDATE ff_outbox SET purged_to = max(purged_to, ?)";

    /** Served by {@code ff_idempotency_keys_until}. */
    static final String KEYS = """
            DELETE FROM ff_idempotency_keys WHERE (namespace, key) IN (
                SELECT namespace, key FROM ff_idempotency_keys WHERE until <= ? ORDER BY until LIMIT ?)""";

    private Purge() {}

    /** The row of the execution goes last. */
    static void execution(SqlScope scope, long seq, long version) throws SQLException {
        var events = scope.prepare(EVENTS);
        events.setLong(1, seq);
        deleteEvents(scope, events.executeQuery());
        for (String belonging : BELONGINGS) {
            var statement = scope.prepare(belonging);
            statement.setLong(1, seq);
            statement.executeUpdate();
        }
        var purged = scope.prepare(PURGED_TO);
        purged.setLong(1, seq);
        purged.executeUpdate();
        var execution = scope.prepare(EXECUTION);
        execution.setLong(1, seq);
        execution.setLong(2, version);
        var queues = ResultRows.of(execution, row -> row.getInt(1));
        if (queues.size() != 1) {
            throw new IllegalStateException(
                    "Execution in row %d is not at version %d, on which its end was decided".formatted(seq, version));
        }
        QueueCounts.add(scope, Map.of(queues.get(0), -1L));
    }

    static int eventsOfNone(SqlScope scope, long occurredBy, int limit) throws SQLException {
        var events = scope.prepare(EVENTS_OF_NONE);
        events.setLong(1, occurredBy);
        events.setInt(2, limit);
        return deleteEvents(scope, events.executeQuery());
    }

    static int keys(SqlScope scope, long endedBy, int limit) throws SQLException {
        var keys = scope.prepare(KEYS);
        keys.setLong(1, endedBy);
        keys.setInt(2, limit);
        return keys.executeUpdate();
    }

    /** Reads a deleting statement to its end, which is what carries it out. */
    private static int deleteEvents(SqlScope scope, ResultSet deleted) throws SQLException {
        int events = 0;
        long newest = 0;
        try (deleted) {
            while (deleted.next()) {
                events++;
                newest = Math.max(newest, deleted.getLong(1));
            }
        }
        if (events > 0) {
            var trimmed = scope.prepare(TRIMMED_TO);
            trimmed.setLong(1, newest);
            trimmed.executeUpdate();
        }
        return events;
    }
}
