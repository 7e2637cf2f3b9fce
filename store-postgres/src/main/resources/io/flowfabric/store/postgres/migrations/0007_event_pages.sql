-- backward_compatible: false
--
-- The outbox in pages: what a transaction appends is one row, or a few. Programs of the version before would neither read them nor
-- number what they append as these are, so none may run beside this one. No row that there is already is read or written.

-- The number of a page comes from the sequence of the events before, so it is higher than all of theirs, and so are the positions that
-- are made of it. A page is written once. Pages are deleted from the front.
CREATE TABLE ff.event_pages (
    page bigint PRIMARY KEY DEFAULT nextval('ff.event_numbers'),
    -- The time of its newest event, and the highest row number of the executions it tells of, by which it is trimmed.
    newest_at bigint NOT NULL,
    newest_seq bigint NOT NULL,
    taken_away integer,
    events bytea NOT NULL
);

-- Pages that tell of a lease which ended against the will of its holder: few, and their holders wait to hear of it.
CREATE INDEX event_pages_taken_away ON ff.event_pages (page) WHERE taken_away = 1;

-- All pages up to this one were trimmed.
ALTER TABLE ff.outbox ADD COLUMN trimmed_page bigint NOT NULL DEFAULT 0;

-- A worker's event is told once. By time, so that what is no longer needed stands first.
CREATE TABLE ff.worker_event_keys (
    occurred_at bigint NOT NULL,
    namespace text COLLATE "C" NOT NULL,
    worker_instance_id text COLLATE "C" NOT NULL,
    event_type text COLLATE "C" NOT NULL,
    PRIMARY KEY (occurred_at, namespace, worker_instance_id, event_type)
);

-- The table of events keeps what is there, and takes events of executions that outlive their page.
DROP INDEX ff.events_worker;

ALTER TABLE ff.events ALTER COLUMN event_id DROP DEFAULT;
