-- backward_compatible: true
--
-- The timers tell claimers of grants that ended unused. Programs of the version before may run beside this one.

-- Grants are few: each is gone when its execution is claimed or has ended. So the index is made at once, under a short lock.
CREATE INDEX grants_expiry ON ff.grants (expires_at);
