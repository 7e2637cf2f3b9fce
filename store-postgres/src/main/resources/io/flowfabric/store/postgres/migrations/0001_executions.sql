-- backward_compatible: false
--
-- Executions and what belongs to them. Times are milliseconds since the epoch, ids of sixteen bytes are UUIDs. The schema
-- is called ff here; its configured name takes the place of that word.

-- What is fixed for the life of the store.
CREATE TABLE ff.settings (
    name text PRIMARY KEY,
    value text NOT NULL
);

-- Every lane that was ever used.
CREATE TABLE ff.lanes (
    lane text COLLATE "C" PRIMARY KEY,
    created_at bigint NOT NULL
);

-- A queue is one namespace, one lane and one set of required capabilities: a worker may serve all of it or none.
CREATE TABLE ff.queues (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    namespace text NOT NULL,
    lane text NOT NULL,
    capabilities text NOT NULL,
    UNIQUE (lane, namespace, capabilities)
);

-- The hot row: all that the rules look at, and the open attempt. id is a key that sorts like the text of the execution
-- id, vector the number of the state vector, rank the priority turned round. Nearly every update moves the row between
-- partial indexes, so none is heap-only; the free space keeps the new version on the old page all the same. Every index
-- gets an entry with every update, so there is none by seq: rows are found by id, what belongs to them by seq. What is
-- always there and of fixed width stands first, then what indexes look at: finding it is counting over what precedes it.
CREATE TABLE ff.executions (
    seq bigint GENERATED ALWAYS AS IDENTITY,
    created_at bigint NOT NULL,
    version bigint NOT NULL,
    lease_epoch bigint NOT NULL,
    last_transition_at bigint NOT NULL,
    last_mutation_at bigint NOT NULL,

    queue integer NOT NULL,
    vector integer NOT NULL,
    rank integer NOT NULL,
    total_attempts integer NOT NULL,
    retries integer NOT NULL,
    replays integer NOT NULL,
    reclaims integer NOT NULL,
    -- What the holder has said: 1 that it claimed ahead and has not begun, 2 that it acknowledges a revoke.
    lease_marks integer,

    delay_until bigint,
    deadline_at bigint,
    attempt_timeout_at bigint,
    lease_expires_at bigint,
    lease_expired_at bigint,
    lease_revoked_at bigint,
    completed_at bigint,

    -- How long the execution is kept once it has ended, when its policy says so.
    retention_ttl bigint,

    id bytea CONSTRAINT executions_id PRIMARY KEY,
    flow_id bytea,

    attempt_index integer,
    attempt_id bytea,
    attempt_type text,
    attempt_reason text,
    attempt_requested_by text,
    attempt_previous integer,
    attempt_started_at bigint,
    attempt_resumed_at bigint,
    attempt_suspended_at bigint,
    attempt_paused_by text,

    lease_id bytea,
    worker_id text,
    worker_instance_id text,
    lease_renewed_at bigint,
    lease_revoke_reason text,

    started_at bigint,
    attempt_time_left bigint,

    blocking_detail text,
    instance_tag text,
    capability_mismatch_at bigint,

    pending_retry_reason text,
    pending_replay_reason text,
    pending_replay_by text,
    pending_previous integer,

    progress_percent integer,
    progress_message text,
    progress_updated_at bigint,

    failure_reason text,
    cancellation_reason text,
    cancelled_by text
) WITH (
    fillfactor = 70,
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_cost_delay = 0
);

-- The order of a lane, for first submissions: eligible and never tried.
CREATE INDEX executions_fresh ON ff.executions (queue, rank, created_at, id)
    WHERE vector = 10;

-- The order of a lane, for what comes back: retries, replays, paused attempts, blocked by route, lapsed leases. Also for
-- what callers submit in transactions of their own, which may be committed long after it was created.
CREATE INDEX executions_returned ON ff.executions (queue, rank, created_at, id)
    WHERE vector IN (11, 12, 13, 18, 19, 80, 81, 82, 83, 123, 133);

-- One index per alarm: delays and backoffs, leases nobody has marked yet, attempt timeouts, deadlines.
CREATE INDEX executions_delay ON ff.executions (delay_until) WHERE vector BETWEEN 20 AND 49;
CREATE INDEX executions_lease_end ON ff.executions (lease_expires_at) WHERE vector = 114;
CREATE INDEX executions_timeout ON ff.executions (attempt_timeout_at) WHERE attempt_timeout_at IS NOT NULL;
CREATE INDEX executions_deadline ON ff.executions (deadline_at) WHERE deadline_at IS NOT NULL;

-- Leases that lapsed and wait to be taken over, by the moment they lapsed: their grace period ends in this order. One
-- that was revoked from a holder who acknowledges that lapses at its end, which the acknowledgement brings forward.
CREATE INDEX executions_lapse ON ff.executions (
    (CASE WHEN lease_marks >= 2 THEN lease_expires_at ELSE coalesce(lease_revoked_at, lease_expired_at) END), id)
    WHERE vector BETWEEN 120 AND 139;

-- Leases that were marked expired; beside executions_lease_end, which has those nobody has marked.
CREATE INDEX executions_expired_lease ON ff.executions (lease_expires_at) WHERE vector = 123;

-- Executions that wait for a capable worker, the longest blocked first.
CREATE INDEX executions_unrouted ON ff.executions (queue, last_transition_at) WHERE vector BETWEEN 80 AND 89;

-- Ended executions, by the moment until which their policy keeps them, and the others by their end.
CREATE INDEX executions_retained ON ff.executions ((completed_at + retention_ttl), id)
    WHERE completed_at IS NOT NULL AND retention_ttl IS NOT NULL;
CREATE INDEX executions_ended ON ff.executions (completed_at, id)
    WHERE completed_at IS NOT NULL AND retention_ttl IS NULL;

-- Workers. lanes and capabilities are lists with commas; liveness_ends_at is last_heartbeat plus liveness_ttl.
CREATE TABLE ff.workers (
    namespace text COLLATE "C" NOT NULL,
    worker_instance_id text COLLATE "C" NOT NULL,
    worker_id text NOT NULL,
    lanes text NOT NULL,
    capabilities text NOT NULL,
    liveness_ttl bigint NOT NULL,
    registered_at bigint NOT NULL,
    last_heartbeat bigint NOT NULL,
    liveness_ends_at bigint NOT NULL,
    PRIMARY KEY (namespace, worker_instance_id)
);

CREATE INDEX workers_liveness ON ff.workers (liveness_ends_at);

-- The wide and immutable part of an execution.
CREATE TABLE ff.contents (
    seq bigint PRIMARY KEY,
    execution_kind text NOT NULL,
    creator_identity text NOT NULL,
    policy text,
    tags text,
    input_encoding text,
    input bytea NOT NULL
);

-- Attempts that have ended, with the result that one of them may have brought; the open one stands in the hot row.
CREATE TABLE ff.attempts (
    seq bigint NOT NULL,
    attempt_index integer NOT NULL,
    attempt_id bytea NOT NULL,
    attempt_type text NOT NULL,
    attempt_status text NOT NULL,
    reason text,
    requested_by text,
    previous_index integer,
    worker_id text,
    worker_instance_id text,
    lease_id bytea,
    lease_epoch bigint,
    started_at bigint NOT NULL,
    resumed_at bigint,
    suspended_at bigint,
    ended_at bigint,
    failure_reason text,
    failure_category text,
    result_encoding text,
    result bytea,
    PRIMARY KEY (seq, attempt_index)
);

-- At most one grant per execution.
CREATE TABLE ff.grants (
    seq bigint PRIMARY KEY,
    grant_key text NOT NULL,
    kind text NOT NULL,
    worker_id text NOT NULL,
    worker_instance_id text NOT NULL,
    issued_at bigint NOT NULL,
    expires_at bigint NOT NULL
);

CREATE TABLE ff.idempotency_keys (
    namespace text NOT NULL,
    key text NOT NULL,
    execution_id bytea NOT NULL,
    until bigint NOT NULL,
    PRIMARY KEY (namespace, key)
);

CREATE INDEX idempotency_keys_until ON ff.idempotency_keys (until);

-- The outbox. Its numbers are drawn one by one and in order, so that a reader can tell how far everything is settled; a
-- sequence that hands out numbers in advance would break that.
CREATE SEQUENCE ff.event_numbers AS bigint CACHE 1;

CREATE TABLE ff.events (
    event_id bigint PRIMARY KEY DEFAULT nextval('ff.event_numbers'),
    family text NOT NULL,
    event_type text NOT NULL,
    execution_id bytea,
    namespace text NOT NULL,
    instance_tag text,
    occurred_at bigint NOT NULL,
    lease_id bytea,
    lease_epoch bigint,
    attempt_index integer,
    worker_id text,
    worker_instance_id text,
    reason text,
    revoked_by text,
    flow_id bytea,
    dispatched integer,
    details text,
    execution_seq bigint
);

-- By row number, which grows with time, so that the index is written near its end; and those of no execution by time.
CREATE INDEX events_execution ON ff.events (execution_seq) WHERE execution_seq IS NOT NULL;
CREATE INDEX events_of_none ON ff.events (occurred_at) WHERE execution_seq IS NULL;

-- Leases that ended against the will of their holder: few, and their holders wait to hear of it.
CREATE INDEX events_taken_away ON ff.events (event_id)
    WHERE family = 'lease' AND (event_type = 'expired' OR event_type = 'revoked' AND revoked_by IS DISTINCT FROM 'backend');

-- A worker's event is told once.
CREATE UNIQUE INDEX events_worker ON ff.events (namespace, worker_instance_id, occurred_at, event_type)
    WHERE family = 'worker';

-- One row: the newest number whose event was trimmed.
CREATE TABLE ff.outbox (
    trimmed_to bigint NOT NULL
);

INSERT INTO ff.outbox (trimmed_to) VALUES (0);

-- Places in the outbox that subscribers keep under a name. Without a holder it is free. A row is written again and again,
-- so there is room beside it, and no index but its key.
CREATE TABLE ff.cursors (
    namespace text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    epoch bigint NOT NULL,
    holder text,
    lease_ends_at bigint,
    changed_at bigint NOT NULL,
    PRIMARY KEY (namespace, name)
) WITH (fillfactor = 50);
