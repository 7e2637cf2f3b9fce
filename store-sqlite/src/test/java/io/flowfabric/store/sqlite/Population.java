package io.flowfabric.store.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** What a file holds when its query plans are asked for. */
public enum Population {
    EMPTY,
    /** 20,000 executions in every state, on 40 queues, with due times and events. */
    FULL,
    /** As many, nearly all of which have ended or were deleted since. */
    BLOATED;

    private static final String EXECUTIONS = """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
            INSERT INTO ff_executions (id, created_at, queue, version, vector, rank, total_attempts, retries, replays,
                reclaims, lease_epoch, last_transition_at, last_mutation_at, delay_until, lease_expires_at,
                attempt_timeout_at, deadline_at)
            SELECT randomblob(19), 1800000000000 + i, i % 40, 1, vector, -(i % 3), 0, 0, 0,
                0, 1, i, i, iif(vector BETWEEN 20 AND 49, i, NULL), iif(vector = 114, i, NULL),
                iif(vector = 114 AND i % 2 = 0, i, NULL), iif(i % 5 = 0, i, NULL)
            FROM (SELECT i, CASE i % 8 WHEN 0 THEN 10 WHEN 1 THEN 10 WHEN 2 THEN 11 WHEN 3 THEN 31 WHEN 4 THEN 114
                WHEN 5 THEN 123 WHEN 6 THEN 80 ELSE 155 END AS vector FROM n)""";

    private static final String EVENTS = """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
            INSERT INTO ff_events (family, event_type, execution_id, namespace, occurred_at)
            SELECT 'completion', 'success', randomblob(19), 'shop', i FROM n""";

    private static final String PAGES = """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
            INSERT INTO ff_event_pages (newest_at, newest_seq, taken_away, events)
            SELECT i, i, iif(i % 1000 = 0, 1, NULL), randomblob(100) FROM n""";

    private static final String END = """
            UPDATE ff_executions SET vector = 155, delay_until = NULL, lease_expires_at = NULL,
                attempt_timeout_at = NULL, deadline_at = NULL WHERE seq % 100 > 0""";

    public void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (this != EMPTY) {
                statement.execute(EXECUTIONS);
                statement.execute(EVENTS);
                statement.execute(PAGES);
            }
            if (this == BLOATED) {
                statement.execute(END);
                statement.execute("DELETE FROM ff_executions WHERE seq % 4 = 1");
                statement.execute("DELETE FROM ff_events WHERE event_id % 100 > 0");
                statement.execute("DELETE FROM ff_event_pages WHERE page < 19800");
            }
        }
    }
}
