-- backward_compatible: false
--
-- The outbox in pages: what a unit appends is one row, or a few. Programs of the version before would neither read them nor number
-- what they append as these are, so none may run beside this one. No event that there is already is written.

-- A number is never used again, not even after its row is gone. A page is written once. Pages are deleted from the front.
CREATE TABLE ff_event_pages (
    page INTEGER PRIMARY KEY,
    -- The time of its newest event, and the highest row number of the executions it tells of, by which it is trimmed.
    newest_at INTEGER NOT NULL,
    newest_seq INTEGER NOT NULL,
    taken_away INTEGER,
    events BLOB NOT NULL
) STRICT;

-- Pages that tell of a lease which ended against the will of its holder: few, and their holders wait to hear of it.
CREATE INDEX ff_event_pages_taken_away ON ff_event_pages (page) WHERE taken_away = 1;

-- All pages up to this one were trimmed. Pages begin above the numbers of all events, which are single until now; the
-- positions that are made of them are higher still.
ALTER TABLE ff_outbox ADD COLUMN trimmed_page INTEGER NOT NULL DEFAULT 0;

UPDATE ff_outbox SET trimmed_page = max(trimmed_to, (SELECT coalesce(max(event_id), 0) FROM ff_events));

-- A worker's event is told once. By time, so that what is no longer needed stands first.
CREATE TABLE ff_worker_event_keys (
    occurred_at INTEGER NOT NULL,
    namespace TEXT NOT NULL,
    worker_instance_id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    PRIMARY KEY (occurred_at, namespace, worker_instance_id, event_type)
) STRICT, WITHOUT ROWID;

-- The table of events keeps what is there, and takes events of executions that outlive their page.
DROP INDEX ff_events_worker;
