package io.flowfabric.store.postgres.transaction;

import io.flowfabric.store.postgres.table.EntryChecks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** What the tables hold when their query plans are asked for. */
public enum Population {
    EMPTY,
    /** 20,000 executions in every state, on 40 queues, with due times and events. */
    FULL,
    /** As many, and the server counted its rows last when there were none. */
    GROWN,
    /** As many, nearly all of which have ended or were deleted since; nothing was vacuumed. */
    BLOATED;

    private static final String EXECUTIONS = """
            INSERT INTO ff.executions (id, created_at, queue, version, vector, rank, total_attempts, retries, replays,
                reclaims, lease_epoch, last_transition_at, last_mutation_at, delay_until, lease_expires_at,
                lease_expired_at, attempt_timeout_at, deadline_at, completed_at, retention_ttl)
            SELECT uuid_send(gen_random_uuid()), 1800000000000 + i, i % 40, 1, vector, -(i % 3), 0, 0, 0,
                0, 1, i, i, CASE WHEN vector BETWEEN 20 AND 49 THEN i END, CASE WHEN vector = 114 THEN i END,
                CASE WHEN vector = 123 THEN i END, CASE WHEN vector = 114 AND i % 2 = 0 THEN i END,
                CASE WHEN i % 5 = 0 THEN i END, CASE WHEN vector = 155 THEN i END, CASE WHEN i % 3 = 0 THEN i END
            FROM (SELECT i, (ARRAY[10, 10, 11, 31, 114, 123, 80, 155])[1 + i % 8] AS vector
                FROM generate_series(0, 19999) i) n""";

    private static final String EVENTS = """
            INSERT INTO ff.events (event_id, family, event_type, execution_id, namespace, occurred_at)
            SELECT i + 1, 'completion', 'success', uuid_send(gen_random_uuid()), 'shop', i
            FROM generate_series(0, 19999) i""";

    private static final String PAGES = """
            INSERT INTO ff.event_pages (newest_at, newest_seq, taken_away, events)
            SELECT i, i, CASE WHEN i % 1000 = 0 THEN 1 END, decode(repeat('00', 400), 'hex')
            FROM generate_series(0, 19999) i""";

    private static final String FOLLOW_UPS = """
            INSERT INTO ff.follow_ups (kind, subject, position, next_try_at)
            SELECT (ARRAY['release_routes', 'of_tomorrow'])[1 + i % 2], 'shop w' || i, '', i
            FROM generate_series(0, 19999) i""";

    private static final String END = """
            UPDATE ff.executions SET vector = 155, delay_until = NULL, lease_expires_at = NULL,
                attempt_timeout_at = NULL, deadline_at = NULL, completed_at = seq WHERE seq % 100 > 0""";

    /** What is filled. */
    public static final List<String> TABLES = List.of(
            "ff.executions",
            "ff.fresh_entries",
            "ff.returned_entries",
            "ff.unrouted_entries",
            "ff.lease_entries",
            "ff.due_entries",
            "ff.ended_entries",
            "ff.events",
            "ff.event_pages",
            "ff.follow_ups");

    public void fill(Connection connection, SchemaName schema) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                statement.execute(schema.in("ALTER TABLE " + table + " SET (autovacuum_enabled = false)"));
            }
            if (this == GROWN) {
                statement.execute(schema.in("VACUUM ANALYZE " + String.join(", ", TABLES)));
            }
            if (this != EMPTY) {
                statement.execute(schema.in(EXECUTIONS));
                EntryChecks.rebuild(statement, schema);
                statement.execute(schema.in(EVENTS));
                statement.execute(schema.in(PAGES));
                statement.execute(schema.in(FOLLOW_UPS));
            }
            if (this == BLOATED) {
                statement.execute(schema.in(END));
                statement.execute(schema.in("DELETE FROM ff.executions WHERE seq % 4 = 1"));
                EntryChecks.rebuild(statement, schema);
                statement.execute(schema.in("DELETE FROM ff.events WHERE event_id % 100 > 0"));
                statement.execute(schema.in("DELETE FROM ff.event_pages WHERE page < 19800"));
                statement.execute(schema.in("DELETE FROM ff.follow_ups WHERE number % 100 > 0"));
            }
        }
    }
}
