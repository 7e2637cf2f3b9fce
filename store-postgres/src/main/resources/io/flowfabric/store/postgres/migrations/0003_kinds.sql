-- backward_compatible: false
--
-- A queue holds executions of one kind, so that a claim can be about some kinds and leave others alone. Queues that there
-- are already hold every kind, and so does a queue for the kinds beyond those of a lane that have their own: its kind is
-- empty. Programs of the version before would put any kind into any queue, so none may run beside this one. Few rows.

ALTER TABLE ff.queues ADD COLUMN kind text NOT NULL DEFAULT '';

ALTER TABLE ff.queues DROP CONSTRAINT queues_lane_namespace_capabilities_key;

ALTER TABLE ff.queues ADD UNIQUE (lane, namespace, capabilities, kind);
