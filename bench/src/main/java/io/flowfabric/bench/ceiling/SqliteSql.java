package io.flowfabric.bench.ceiling;

/** The statements on SQLite. Row numbers come as a JSON array, so that one statement serves a whole batch. */
final class SqliteSql {
    static final String QUEUE =
            "INSERT INTO ff_queues (namespace, lane, capabilities, kind) VALUES (?, ?, '', '') RETURNING number";

    /** Once per execution; the row number is given, so that the content can follow in a batch of its own. */
    static final String EXECUTION = """
            INSERT INTO ff_executions (seq, id, created_at, queue, version, vector, rank, total_attempts, retries,
                replays, reclaims, lease_epoch, last_transition_at, last_mutation_at)
            VALUES (?1, ?2, ?3, ?4, 1, 10, 0, 0, 0, 0, 0, 0, ?3, ?3)""";

    static final String CONTENT =
            "INSERT INTO ff_contents (seq, execution_kind, creator_identity, input) VALUES (?, 'noop', '', ?)";

    /** Served by ff_executions_fresh. */
    static final String CLAIM = """
            UPDATE ff_executions
            SET version = 2, vector = 114, total_attempts = 1, lease_epoch = 1, attempt_index = 0,
                attempt_id = randomblob(16), attempt_type = 'initial', attempt_started_at = ?1,
                lease_id = randomblob(16), worker_id = ?2, worker_instance_id = ?3, lease_expires_at = ?4,
                lease_renewed_at = ?1, started_at = ?1, last_transition_at = ?1, last_mutation_at = ?1
            WHERE seq IN (
                SELECT seq FROM ff_executions WHERE queue = ?5 AND vector = 10 ORDER BY rank, created_at, id LIMIT ?6)
            RETURNING seq, id, attempt_id, lease_id, started_at, NULL""";

    static final String INPUTS = "SELECT input FROM ff_contents WHERE seq IN (SELECT value FROM json_each(?1))";

    /** Behind all that there are: nothing is trimmed here. */
    static final String PAGE = """
            INSERT INTO ff_event_pages (page, newest_at, newest_seq, events)
            SELECT 1 + coalesce(max(page), 0), ?1, ?2, ?3 FROM ff_event_pages""";

    /** Once per execution: a result is as different as a payload. Before the hot row, which still knows the attempt. */
    static final String HISTORY = """
            INSERT INTO ff_attempts (seq, attempt_index, attempt_id, attempt_type, attempt_status, worker_id,
                worker_instance_id, lease_id, lease_epoch, started_at, ended_at, result)
            SELECT seq, 0, attempt_id, 'initial', 'ended_success', worker_id, worker_instance_id, lease_id, 1,
                started_at, ?2, ?3
            FROM ff_executions WHERE seq = ?1 AND vector = 114 AND lease_epoch = 1""";

    static final String COMPLETE = """
            UPDATE ff_executions
            SET version = 3, vector = 155, attempt_type = NULL, attempt_started_at = NULL, lease_id = NULL,
                worker_id = NULL, worker_instance_id = NULL, lease_expires_at = NULL, lease_renewed_at = NULL,
                completed_at = ?2, last_transition_at = ?2, last_mutation_at = ?2
            WHERE seq IN (SELECT value FROM json_each(?1)) AND vector = 114 AND lease_epoch = 1""";

    private SqliteSql() {}
}
