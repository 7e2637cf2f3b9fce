-- backward_compatible: false
--
-- A queue holds executions of one kind, so that a claim can be about some kinds and leave others alone. Queues that there
-- are already hold every kind, and so does a queue for the kinds beyond those of a lane that have their own: its kind is
-- empty. Programs of the version before would put any kind into any queue, so none may run beside this one. Few rows.

CREATE TABLE ff_queues_by_kind (
    number INTEGER PRIMARY KEY,
    namespace TEXT NOT NULL,
    lane TEXT NOT NULL,
    capabilities TEXT NOT NULL,
    kind TEXT NOT NULL,
    UNIQUE (lane, namespace, capabilities, kind)
) STRICT;

INSERT INTO ff_queues_by_kind (number, namespace, lane, capabilities, kind)
    SELECT number, namespace, lane, capabilities, '' FROM ff_queues;

DROP TABLE ff_queues;

ALTER TABLE ff_queues_by_kind RENAME TO ff_queues;
