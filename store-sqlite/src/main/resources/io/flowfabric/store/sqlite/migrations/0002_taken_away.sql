-- backward_compatible: false
--
-- Whether an event tells of a lease that ended against the will of its holder is decided once, when it is written. Programs
-- of the version before do not say it, so none may run beside this one.

ALTER TABLE ff_events ADD COLUMN taken_away INTEGER;

-- What those programs have written: few rows, found by the index that goes.
UPDATE ff_events SET taken_away = 1
    WHERE family = 'lease' AND (event_type = 'expired' OR event_type = 'revoked' AND revoked_by IS DISTINCT FROM 'backend');

DROP INDEX ff_events_taken_away;

-- Few rows again, and their holders wait to hear of them.
CREATE INDEX ff_events_taken_away ON ff_events (event_id) WHERE taken_away = 1;
