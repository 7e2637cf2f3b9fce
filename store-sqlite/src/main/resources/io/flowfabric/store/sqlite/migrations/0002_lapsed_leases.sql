-- backward_compatible: true
--
-- Leases that lapsed and wait to be taken over, by the moment they lapsed: their grace period ends in this order.
CREATE INDEX ff_executions_lapse ON ff_executions (coalesce(lease_revoked_at, lease_expired_at), id)
    WHERE vector IN (123, 133);
