-- backward_compatible: true
--
-- Leases that lapsed and wait to be taken over, by the moment they lapsed: their grace period ends in this order.
CREATE INDEX executions_lapse ON ff.executions ((coalesce(lease_revoked_at, lease_expired_at)), id)
    WHERE vector IN (123, 133);
