-- backward_compatible: false
--
-- What executions are found by, apart from their ids, stands in small rows of their own instead of in indexes on the hot row:
-- so a change of that row touches no index. Programs of the version before write no such rows, so none may run beside this one.
-- Reads all executions several times and locks their table until it is done.

LOCK TABLE ff.executions IN ACCESS EXCLUSIVE MODE;

-- The order of a lane, for first submissions: eligible and never tried. Rows come and go with every execution.
CREATE TABLE ff.fresh_entries (
    created_at bigint NOT NULL,
    queue integer NOT NULL,
    rank integer NOT NULL,
    id bytea NOT NULL
) WITH (
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_cost_delay = 0
);

-- The order of a lane, for what comes back: retries, replays, paused attempts, blocked by route, lapsed leases. Also for
-- what callers submit in transactions of their own, which may be committed long after it was created.
CREATE TABLE ff.returned_entries (
    created_at bigint NOT NULL,
    queue integer NOT NULL,
    rank integer NOT NULL,
    id bytea NOT NULL
) WITH (
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_cost_delay = 0
);

-- Executions that wait for a capable worker, the longest blocked first.
CREATE TABLE ff.unrouted_entries (
    blocked_at bigint NOT NULL,
    queue integer NOT NULL,
    id bytea NOT NULL
) WITH (
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 1000
);

-- Ends of leases that are not marked yet. Rows come and go with every execution.
CREATE TABLE ff.lease_entries (
    at bigint NOT NULL,
    id bytea NOT NULL
) WITH (
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_cost_delay = 0
);

-- Every other due time by its kind: 1 delays and backoffs, 2 attempt timeouts, 3 deadlines, 4 leases that lapsed and wait to be
-- taken over, by the moment they lapsed, 5 leases that were marked expired, by their end.
CREATE TABLE ff.due_entries (
    at bigint NOT NULL,
    kind smallint NOT NULL,
    id bytea NOT NULL
) WITH (
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_cost_delay = 0
);

-- Ended executions, by the moment until which their policy keeps them, and the others by their end.
CREATE TABLE ff.ended_entries (
    at bigint NOT NULL,
    queue integer NOT NULL,
    by_policy boolean NOT NULL,
    id bytea NOT NULL
);

INSERT INTO ff.fresh_entries (queue, rank, created_at, id)
    SELECT queue, rank, created_at, id FROM ff.executions WHERE vector = 10
    ORDER BY queue, rank, created_at, id;

INSERT INTO ff.returned_entries (queue, rank, created_at, id)
    SELECT queue, rank, created_at, id FROM ff.executions
    WHERE vector IN (11, 12, 13, 18, 19, 80, 81, 82, 83, 123, 133)
    ORDER BY queue, rank, created_at, id;

INSERT INTO ff.unrouted_entries (queue, blocked_at, id)
    SELECT queue, last_transition_at, id FROM ff.executions WHERE vector BETWEEN 80 AND 89
    ORDER BY queue, last_transition_at, id;

INSERT INTO ff.lease_entries (at, id)
    SELECT lease_expires_at, id FROM ff.executions WHERE vector = 114 AND lease_expires_at IS NOT NULL
    ORDER BY lease_expires_at, id;

INSERT INTO ff.due_entries (kind, at, id)
    SELECT 1, delay_until, id FROM ff.executions WHERE vector BETWEEN 20 AND 49 AND delay_until IS NOT NULL
    UNION ALL
    SELECT 2, attempt_timeout_at, id FROM ff.executions WHERE attempt_timeout_at IS NOT NULL
    UNION ALL
    SELECT 3, deadline_at, id FROM ff.executions WHERE deadline_at IS NOT NULL
    UNION ALL
    SELECT 4, since, id FROM (
        SELECT CASE WHEN lease_marks >= 2 THEN lease_expires_at ELSE coalesce(lease_revoked_at, lease_expired_at) END AS since, id
        FROM ff.executions WHERE vector BETWEEN 120 AND 139) lapsed
    WHERE since IS NOT NULL
    UNION ALL
    SELECT 5, lease_expires_at, id FROM ff.executions WHERE vector = 123 AND lease_expires_at IS NOT NULL
    ORDER BY 1, 2, 3;

INSERT INTO ff.ended_entries (by_policy, at, id, queue)
    SELECT retention_ttl IS NOT NULL, completed_at + coalesce(retention_ttl, 0), id, queue
    FROM ff.executions WHERE completed_at IS NOT NULL
    ORDER BY 1, 2, 3;

-- Made when the rows are there, which is faster.
ALTER TABLE ff.fresh_entries ADD PRIMARY KEY (queue, rank, created_at, id);
ALTER TABLE ff.returned_entries ADD PRIMARY KEY (queue, rank, created_at, id);
ALTER TABLE ff.unrouted_entries ADD PRIMARY KEY (queue, blocked_at, id);
ALTER TABLE ff.lease_entries ADD PRIMARY KEY (at, id);
ALTER TABLE ff.due_entries ADD PRIMARY KEY (kind, at, id);
ALTER TABLE ff.ended_entries ADD PRIMARY KEY (by_policy, at, id);

DROP INDEX ff.executions_fresh;
DROP INDEX ff.executions_returned;
DROP INDEX ff.executions_delay;
DROP INDEX ff.executions_lease_end;
DROP INDEX ff.executions_timeout;
DROP INDEX ff.executions_deadline;
DROP INDEX ff.executions_lapse;
DROP INDEX ff.executions_expired_lease;
DROP INDEX ff.executions_unrouted;
DROP INDEX ff.executions_retained;
DROP INDEX ff.executions_ended;

-- Room on the page of a row for its next version, also when all rows of the page are claimed by one transaction: then none of
-- the versions before can be removed. Concerns pages that are filled from now on.
ALTER TABLE ff.executions SET (fillfactor = 30);
