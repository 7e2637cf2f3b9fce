-- backward_compatible: true
--
-- Commands for other records, written with what causes them and carried out after the commit. Programs of the version before may
-- run beside this one: they neither write nor carry out any.

CREATE TABLE ff_follow_ups (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- How far it was carried out; the handler of the kind knows its form.
    position TEXT NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    next_try_at INTEGER NOT NULL
) STRICT;

-- By kind, so that kinds which a program does not know cost it nothing.
CREATE INDEX ff_follow_ups_due ON ff_follow_ups (kind, next_try_at);

-- Few or none: those that keep failing, for those who watch.
CREATE INDEX ff_follow_ups_failing ON ff_follow_ups (number) WHERE failures >= 5;
