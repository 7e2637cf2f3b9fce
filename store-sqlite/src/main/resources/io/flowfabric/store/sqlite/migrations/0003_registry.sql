-- backward_compatible: false
--
-- Workers, an outbox that also reports on them, and what retention needs to find its work.

-- lanes and capabilities are lists with commas; liveness_ends_at is last_heartbeat plus liveness_ttl.
CREATE TABLE ff_workers (
    namespace TEXT NOT NULL,
    worker_instance_id TEXT NOT NULL,
    worker_id TEXT NOT NULL,
    lanes TEXT NOT NULL,
    capabilities TEXT NOT NULL,
    liveness_ttl INTEGER NOT NULL,
    registered_at INTEGER NOT NULL,
    last_heartbeat INTEGER NOT NULL,
    liveness_ends_at INTEGER NOT NULL,
    PRIMARY KEY (namespace, worker_instance_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX ff_workers_liveness ON ff_workers (liveness_ends_at);

-- The outbox again, for events that concern no execution. execution_seq is the row number of the execution: numbers
-- grow with time, so that the index by which retention finds the events of an execution is written near its end.
CREATE TABLE ff_events_of_all (
    event_id INTEGER PRIMARY KEY AUTOINCREMENT,
    family TEXT NOT NULL,
    event_type TEXT NOT NULL,
    execution_id BLOB,
    namespace TEXT NOT NULL,
    instance_tag TEXT,
    occurred_at INTEGER NOT NULL,
    lease_id BLOB,
    lease_epoch INTEGER,
    attempt_index INTEGER,
    worker_id TEXT,
    worker_instance_id TEXT,
    reason TEXT,
    revoked_by TEXT,
    flow_id BLOB,
    dispatched INTEGER,
    details TEXT,
    execution_seq INTEGER
) STRICT;

INSERT INTO ff_events_of_all
    SELECT v.*, (SELECT e.seq FROM ff_executions e WHERE e.id = v.execution_id) FROM ff_events v ORDER BY v.event_id;

-- The numbering goes on where it was, even if the newest events should be gone.
DELETE FROM sqlite_sequence WHERE name = 'ff_events_of_all';
INSERT INTO sqlite_sequence (name, seq) SELECT 'ff_events_of_all', seq FROM sqlite_sequence WHERE name = 'ff_events';
DROP TABLE ff_events;
ALTER TABLE ff_events_of_all RENAME TO ff_events;

CREATE INDEX ff_events_execution ON ff_events (execution_seq) WHERE execution_seq IS NOT NULL;
CREATE INDEX ff_events_of_none ON ff_events (occurred_at) WHERE execution_seq IS NULL;

-- A worker's event is told once.
CREATE UNIQUE INDEX ff_events_worker ON ff_events (namespace, worker_instance_id, occurred_at, event_type)
    WHERE family = 'worker';

-- One row: the newest number whose event was trimmed.
CREATE TABLE ff_outbox (
    trimmed_to INTEGER NOT NULL
) STRICT;

INSERT INTO ff_outbox (trimmed_to) VALUES (0);

-- How long an ended execution is kept when its policy says so, and thereby until when; the others are kept for the
-- engine's default, counted from their end.
ALTER TABLE ff_executions ADD COLUMN retention_ttl INTEGER;
ALTER TABLE ff_executions ADD COLUMN retained_until INTEGER
    GENERATED ALWAYS AS (completed_at + retention_ttl) VIRTUAL;

UPDATE ff_executions SET retention_ttl = (
    SELECT min(json_extract(c.policy, '$.stream_policy.retention_ttl_ms'), 4611686018427387903)
    FROM ff_contents c WHERE c.seq = ff_executions.seq)
WHERE seq IN (
    SELECT seq FROM ff_contents WHERE json_type(policy, '$.stream_policy.retention_ttl_ms') = 'integer');

CREATE INDEX ff_executions_retained ON ff_executions (retained_until) WHERE retained_until IS NOT NULL;
CREATE INDEX ff_executions_ended ON ff_executions (completed_at)
    WHERE completed_at IS NOT NULL AND retention_ttl IS NULL;

CREATE INDEX ff_idempotency_keys_until ON ff_idempotency_keys (until);

-- Leases that were marked expired; beside ff_executions_lease_end, which has those nobody has marked.
CREATE INDEX ff_executions_expired_lease ON ff_executions (lease_expires_at) WHERE vector = 123;

-- Executions that wait for a capable worker, the longest blocked first.
CREATE INDEX ff_executions_unrouted ON ff_executions (queue, last_transition_at) WHERE vector BETWEEN 80 AND 89;
