-- backward_compatible: false
--
-- Queues without executions are removed, which takes knowing how many each has. Programs of the version before do not count
-- what they submit and purge, so none may run beside this one.

-- How many executions it has; one of which that is not known stays.
ALTER TABLE ff_queues ADD COLUMN executions INTEGER;

-- When the timers look whether a queue is empty. Those that there are already are looked at first.
ALTER TABLE ff_queues ADD COLUMN look_at INTEGER NOT NULL DEFAULT 0;

-- Reads all executions once.
UPDATE ff_queues SET executions = 0;
UPDATE ff_queues SET executions = counted.executions
    FROM (SELECT queue, count(*) AS executions FROM ff_executions GROUP BY queue) AS counted
    WHERE counted.queue = ff_queues.number;

CREATE INDEX ff_queues_look ON ff_queues (look_at);

-- What belongs to a namespace is found without looking at the queues of others.
CREATE INDEX ff_queues_namespace ON ff_queues (namespace);

-- Every lane that a namespace ever used, also when its queues are gone.
CREATE TABLE ff_namespace_lanes (
    namespace TEXT NOT NULL,
    lane TEXT NOT NULL,
    PRIMARY KEY (namespace, lane)
) STRICT, WITHOUT ROWID;

INSERT INTO ff_namespace_lanes (namespace, lane) SELECT DISTINCT namespace, lane FROM ff_queues;

-- Grows whenever a queue is added or removed: what is kept in memory about queues holds as long as it stays. The number of a
-- new queue lies behind it, so that none is ever used again.
ALTER TABLE ff_outbox ADD COLUMN queue_changes INTEGER NOT NULL DEFAULT 0;

UPDATE ff_outbox SET queue_changes = (SELECT coalesce(max(number), 0) FROM ff_queues);
