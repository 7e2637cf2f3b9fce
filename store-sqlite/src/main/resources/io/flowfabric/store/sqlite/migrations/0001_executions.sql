-- backward_compatible: false
--
-- Executions and what belongs to them. Times are milliseconds since the epoch, ids of sixteen bytes are UUIDs.

-- What is fixed for the life of the store.
CREATE TABLE ff_settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Every lane that was ever used.
CREATE TABLE ff_lanes (
    lane TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A queue is one namespace, one lane and one set of required capabilities: a worker may serve all of it or none.
CREATE TABLE ff_queues (
    number INTEGER PRIMARY KEY,
    namespace TEXT NOT NULL,
    lane TEXT NOT NULL,
    capabilities TEXT NOT NULL,
    UNIQUE (lane, namespace, capabilities)
) STRICT;

-- The hot row: all that the rules look at, and the open attempt. id is a key that sorts like the text of the execution
-- id, vector the number of the state vector, rank the priority turned round.
CREATE TABLE ff_executions (
    seq INTEGER PRIMARY KEY,
    id BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    flow_id BLOB,
    queue INTEGER NOT NULL,

    version INTEGER NOT NULL,
    vector INTEGER NOT NULL,
    blocking_detail TEXT,
    rank INTEGER NOT NULL,
    instance_tag TEXT,

    total_attempts INTEGER NOT NULL,
    retries INTEGER NOT NULL,
    replays INTEGER NOT NULL,
    reclaims INTEGER NOT NULL,

    lease_epoch INTEGER NOT NULL,
    attempt_index INTEGER,
    attempt_id BLOB,

    attempt_type TEXT,
    attempt_reason TEXT,
    attempt_requested_by TEXT,
    attempt_previous INTEGER,
    attempt_started_at INTEGER,
    attempt_resumed_at INTEGER,
    attempt_suspended_at INTEGER,
    attempt_paused_by TEXT,

    lease_id BLOB,
    worker_id TEXT,
    worker_instance_id TEXT,
    lease_expires_at INTEGER,
    lease_renewed_at INTEGER,
    lease_expired_at INTEGER,
    lease_revoked_at INTEGER,
    lease_revoke_reason TEXT,
    -- What the holder has said: 1 that it claimed ahead and has not begun, 2 that it acknowledges a revoke.
    lease_marks INTEGER,

    started_at INTEGER,
    completed_at INTEGER,
    last_transition_at INTEGER NOT NULL,
    last_mutation_at INTEGER NOT NULL,

    delay_until INTEGER,
    deadline_at INTEGER,
    attempt_timeout_at INTEGER,
    attempt_time_left INTEGER,

    pending_retry_reason TEXT,
    pending_replay_reason TEXT,
    pending_replay_by TEXT,
    pending_previous INTEGER,

    progress_percent INTEGER,
    progress_message TEXT,
    progress_updated_at INTEGER,

    failure_reason TEXT,
    cancellation_reason TEXT,
    cancelled_by TEXT,

    capability_mismatch_at INTEGER,

    -- How long the execution is kept once it has ended, when its policy says so, and thereby until when.
    retention_ttl INTEGER,
    retained_until INTEGER GENERATED ALWAYS AS (completed_at + retention_ttl) VIRTUAL
) STRICT;

CREATE UNIQUE INDEX ff_executions_id ON ff_executions (id);

-- The order of a lane, for first submissions: eligible and never tried.
CREATE INDEX ff_executions_fresh ON ff_executions (queue, rank, created_at, id)
    WHERE vector = 10;

-- The order of a lane, for what comes back: retries, replays, paused attempts, blocked by route, lapsed leases. Without
-- IN: SQLite would build the list anew for every row that is written.
CREATE INDEX ff_executions_returned ON ff_executions (queue, rank, created_at, id)
    WHERE vector BETWEEN 11 AND 13 OR vector BETWEEN 80 AND 83 OR vector = 123 OR vector = 133;

-- One index per alarm: delays and backoffs, leases nobody has marked yet, attempt timeouts, deadlines.
CREATE INDEX ff_executions_delay ON ff_executions (delay_until) WHERE vector BETWEEN 20 AND 49;
CREATE INDEX ff_executions_lease_end ON ff_executions (lease_expires_at) WHERE vector = 114;
CREATE INDEX ff_executions_timeout ON ff_executions (attempt_timeout_at) WHERE attempt_timeout_at IS NOT NULL;
CREATE INDEX ff_executions_deadline ON ff_executions (deadline_at) WHERE deadline_at IS NOT NULL;

-- Leases that lapsed and wait to be taken over, by the moment they lapsed: their grace period ends in this order. One
-- that was revoked from a holder who acknowledges that lapses at its end, which the acknowledgement brings forward.
CREATE INDEX ff_executions_lapse ON ff_executions (
    CASE WHEN lease_marks >= 2 THEN lease_expires_at ELSE coalesce(lease_revoked_at, lease_expired_at) END, id)
    WHERE vector BETWEEN 120 AND 139;

-- Leases that were marked expired; beside ff_executions_lease_end, which has those nobody has marked.
CREATE INDEX ff_executions_expired_lease ON ff_executions (lease_expires_at) WHERE vector = 123;

-- Executions that wait for a capable worker, the longest blocked first.
CREATE INDEX ff_executions_unrouted ON ff_executions (queue, last_transition_at) WHERE vector BETWEEN 80 AND 89;

-- Ended executions, by the moment until which their policy keeps them, and the others by their end.
CREATE INDEX ff_executions_retained ON ff_executions (retained_until) WHERE retained_until IS NOT NULL;
CREATE INDEX ff_executions_ended ON ff_executions (completed_at)
    WHERE completed_at IS NOT NULL AND retention_ttl IS NULL;

-- Workers. lanes and capabilities are lists with commas; liveness_ends_at is last_heartbeat plus liveness_ttl.
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

-- The wide and immutable part of an execution. The input stands last, so that the rest is read without it.
CREATE TABLE ff_contents (
    seq INTEGER PRIMARY KEY,
    execution_kind TEXT NOT NULL,
    creator_identity TEXT NOT NULL,
    policy TEXT,
    tags TEXT,
    input_encoding TEXT,
    input BLOB NOT NULL
) STRICT;

-- Attempts that have ended, with the result that one of them may have brought; the open one stands in the hot row.
CREATE TABLE ff_attempts (
    seq INTEGER NOT NULL,
    attempt_index INTEGER NOT NULL,
    attempt_id BLOB NOT NULL,
    attempt_type TEXT NOT NULL,
    attempt_status TEXT NOT NULL,
    reason TEXT,
    requested_by TEXT,
    previous_index INTEGER,
    worker_id TEXT,
    worker_instance_id TEXT,
    lease_id BLOB,
    lease_epoch INTEGER,
    started_at INTEGER NOT NULL,
    resumed_at INTEGER,
    suspended_at INTEGER,
    ended_at INTEGER,
    failure_reason TEXT,
    failure_category TEXT,
    result_encoding TEXT,
    result BLOB,
    PRIMARY KEY (seq, attempt_index)
) STRICT, WITHOUT ROWID;

-- At most one grant per execution.
CREATE TABLE ff_grants (
    seq INTEGER PRIMARY KEY,
    grant_key TEXT NOT NULL,
    kind TEXT NOT NULL,
    worker_id TEXT NOT NULL,
    worker_instance_id TEXT NOT NULL,
    issued_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE ff_idempotency_keys (
    namespace TEXT NOT NULL,
    key TEXT NOT NULL,
    execution_id BLOB NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (namespace, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX ff_idempotency_keys_until ON ff_idempotency_keys (until);

-- The outbox. A number is never used again, not even after its row is gone: a reader's cursor may stand on it.
CREATE TABLE ff_events (
    event_id INTEGER PRIMARY KEY,
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

-- By row number, which grows with time, so that the index is written near its end; and those of no execution by time.
CREATE INDEX ff_events_execution ON ff_events (execution_seq) WHERE execution_seq IS NOT NULL;
CREATE INDEX ff_events_of_none ON ff_events (occurred_at) WHERE execution_seq IS NULL;

-- Leases that ended against the will of their holder: few, and their holders wait to hear of it.
CREATE INDEX ff_events_taken_away ON ff_events (event_id)
    WHERE family = 'lease' AND (event_type = 'expired' OR event_type = 'revoked' AND revoked_by IS DISTINCT FROM 'backend');

-- A worker's event is told once.
CREATE UNIQUE INDEX ff_events_worker ON ff_events (namespace, worker_instance_id, occurred_at, event_type)
    WHERE family = 'worker';

-- One row: the newest number whose event was trimmed, and the newest whose execution was purged. Numbers are given out
-- behind these and behind those in use, so that none is ever used again.
CREATE TABLE ff_outbox (
    trimmed_to INTEGER NOT NULL,
    purged_to INTEGER NOT NULL
) STRICT;

INSERT INTO ff_outbox (trimmed_to, purged_to) VALUES (0, 0);

-- Places in the outbox that subscribers keep under a name. Without a holder it is free.
CREATE TABLE ff_cursors (
    namespace TEXT NOT NULL,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    holder TEXT,
    lease_ends_at INTEGER,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (namespace, name)
) STRICT, WITHOUT ROWID;
