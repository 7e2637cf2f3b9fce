-- backward_compatible: true
--
-- Commands for other records, written with what causes them and carried out after the commit. Programs of the version before may
-- run beside this one: they neither write nor carry out any.

-- Rows live for milliseconds, so the table is vacuumed often and nearly always empty.
CREATE TABLE ff.follow_ups (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    -- How far it was carried out; the handler of the kind knows its form.
    position text COLLATE "C" NOT NULL,
    failures integer NOT NULL DEFAULT 0,
    next_try_at bigint NOT NULL
) WITH (
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 1000
);

-- By kind, so that kinds which a program does not know cost it nothing.
CREATE INDEX follow_ups_due ON ff.follow_ups (kind, next_try_at);

-- Few or none: those that keep failing, for those who watch.
CREATE INDEX follow_ups_failing ON ff.follow_ups (number) WHERE failures >= 5;
