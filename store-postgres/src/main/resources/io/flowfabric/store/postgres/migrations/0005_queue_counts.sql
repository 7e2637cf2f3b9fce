-- backward_compatible: false
--
-- Queues without executions are removed, which takes knowing how many each has. Programs of the version before do not count
-- what they submit and purge, so none may run beside this one.

-- When the timers look whether a queue is empty. Those that there are already are looked at first.
ALTER TABLE ff.queues ADD COLUMN look_at bigint NOT NULL DEFAULT 0;

-- Few rows, so the indexes are made at once.
CREATE INDEX queues_look ON ff.queues (look_at);

-- What belongs to a namespace is found without looking at the queues of others.
CREATE INDEX queues_namespace ON ff.queues (namespace);

-- Every lane that a namespace ever used, also when its queues are gone. A transaction that adds queues of a namespace on a
-- lane holds its row until it ends.
CREATE TABLE ff.namespace_lanes (
    namespace text COLLATE "C" NOT NULL,
    lane text COLLATE "C" NOT NULL,
    PRIMARY KEY (namespace, lane)
);

INSERT INTO ff.namespace_lanes (namespace, lane) SELECT DISTINCT namespace, lane FROM ff.queues;

-- How many executions a queue has: the sum of its rows. Each session adds to a row of its own, so that none waits for
-- another; the timers gather what has come together in slot 0. A queue without rows was never counted and stays.
CREATE TABLE ff.queue_counts (
    queue integer NOT NULL,
    slot integer NOT NULL,
    added bigint NOT NULL,
    PRIMARY KEY (queue, slot)
) WITH (
    fillfactor = 50,
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 1000
);

-- Reads all executions once and locks none.
INSERT INTO ff.queue_counts (queue, slot, added)
    SELECT q.number, 0, coalesce(c.executions, 0) FROM ff.queues q
    LEFT JOIN (SELECT queue, count(*) AS executions FROM ff.executions GROUP BY queue) c ON c.queue = q.number;
