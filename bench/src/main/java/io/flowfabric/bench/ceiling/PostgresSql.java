package io.flowfabric.bench.ceiling;

/** The statements on PostgreSQL. Each is a transaction of its own, and one round trip, except for a claim and its pages. */
final class PostgresSql {
    /** The first parameter is the queue's number. */
    static final String QUEUE = """
            INSERT INTO flowfabric.queues (namespace, lane, capabilities, kind) VALUES (?, ?, '', '') RETURNING number""";

    /** Ids and payloads come as arrays of equal length. */
    static final String SUBMIT = """
            WITH given AS (
                SELECT id, input FROM unnest(?::bytea[], ?::bytea[]) AS given (id, input)
            ), made AS (
                INSERT INTO flowfabric.executions (id, created_at, queue, version, vector, rank, total_attempts, retries,
                    replays, reclaims, lease_epoch, last_transition_at, last_mutation_at)
                SELECT id, ?, ?, 1, 10, 0, 0, 0, 0, 0, 0, ?, ? FROM given
                RETURNING seq, id, created_at, queue, rank
            ), queued AS (
                INSERT INTO flowfabric.fresh_entries (queue, rank, created_at, id)
                SELECT queue, rank, created_at, id FROM made
            )
            INSERT INTO flowfabric.contents (seq, execution_kind, creator_identity, input)
            SELECT made.seq, 'noop', '', given.input FROM made JOIN given USING (id)""";

    /**
     * The entries of a queue in their order, and the rows they stand for: what another claimer holds is passed over. Answers what
     * a worker has to know.
     */
    static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT front.queue, front.rank, front.created_at, locked.id
                FROM (SELECT queue, rank, created_at, id FROM flowfabric.fresh_entries
                    WHERE queue = ? ORDER BY queue, rank, created_at, id LIMIT ?) front,
                LATERAL (SELECT id FROM flowfabric.executions
                    WHERE id = front.id AND vector = 10 FOR UPDATE SKIP LOCKED) locked
            ), unqueued AS (
                DELETE FROM flowfabric.fresh_entries x USING due
                WHERE x.queue = due.queue AND x.rank = due.rank AND x.created_at = due.created_at AND x.id = due.id
            ), taken AS (
                UPDATE flowfabric.executions e
                SET version = 2, vector = 114, total_attempts = 1, lease_epoch = 1, attempt_index = 0,
                    attempt_id = uuid_send(gen_random_uuid()), attempt_type = 'initial', attempt_started_at = ?,
                    lease_id = uuid_send(gen_random_uuid()), worker_id = ?, worker_instance_id = ?,
                    lease_expires_at = ?, lease_renewed_at = ?, started_at = ?, last_transition_at = ?,
                    last_mutation_at = ?
                FROM due WHERE e.id = due.id
                RETURNING e.seq, e.id, e.attempt_id, e.lease_id, e.started_at, e.lease_expires_at
            ), held AS (
                INSERT INTO flowfabric.lease_entries (at, id) SELECT lease_expires_at, id FROM taken
            )
            SELECT taken.seq, taken.id, taken.attempt_id, taken.lease_id, taken.started_at, contents.input
            FROM taken JOIN flowfabric.contents USING (seq)""";

    /** Row numbers, ids, attempts, leases, starts and results come as arrays; fenced by state and epoch. */
    static final String COMPLETE = """
            WITH given AS (
                SELECT * FROM unnest(?::bigint[], ?::bytea[], ?::bytea[], ?::bytea[], ?::bigint[], ?::bytea[])
                    AS given (seq, id, attempt_id, lease_id, started_at, result)
            ), fixed AS (
                SELECT ?::bigint AS now, ?::text AS worker_id, ?::text AS worker_instance_id, ?::bigint AS lease_ms
            ), ended AS (
                UPDATE flowfabric.executions e
                SET version = 3, vector = 155, attempt_type = NULL, attempt_started_at = NULL, lease_id = NULL,
                    worker_id = NULL, worker_instance_id = NULL, lease_expires_at = NULL, lease_renewed_at = NULL,
                    completed_at = now, last_transition_at = now, last_mutation_at = now
                FROM given, fixed WHERE e.id = given.id AND e.vector = 114 AND e.lease_epoch = 1
                RETURNING given.*, e.queue
            ), released AS (
                DELETE FROM flowfabric.lease_entries x USING ended, fixed
                WHERE x.at = ended.started_at + lease_ms AND x.id = ended.id
            ), kept AS (
                INSERT INTO flowfabric.ended_entries (by_policy, at, id, queue)
                SELECT false, now, id, queue FROM ended, fixed
            ), history AS (
                INSERT INTO flowfabric.attempts (seq, attempt_index, attempt_id, attempt_type, attempt_status, worker_id,
                    worker_instance_id, lease_id, lease_epoch, started_at, ended_at, result)
                SELECT seq, 0, attempt_id, 'initial', 'ended_success', worker_id, worker_instance_id, lease_id, 1,
                    started_at, now, result
                FROM ended, fixed
            )
            INSERT INTO flowfabric.event_pages (newest_at, newest_seq, events)
            SELECT now, newest_seq, events FROM fixed, unnest(?::bigint[], ?::bytea[]) AS told (newest_seq, events)""";

    /** The pages of a claim, which are known when it has answered; in the same transaction. */
    static final String PAGES = """
            INSERT INTO flowfabric.event_pages (newest_at, newest_seq, events)
            SELECT ?, newest_seq, events FROM unnest(?::bigint[], ?::bytea[]) AS told (newest_seq, events)""";

    private PostgresSql() {}
}
