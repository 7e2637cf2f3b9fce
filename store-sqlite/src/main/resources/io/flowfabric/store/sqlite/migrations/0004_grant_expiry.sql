-- backward_compatible: true
--
-- The timers tell claimers of grants that ended unused. Programs of the version before may run beside this one.

CREATE INDEX ff_grants_expiry ON ff_grants (expires_at);
