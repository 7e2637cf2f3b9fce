package io.flowfabric.model.execution;

import io.flowfabric.model.Times;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The times of an active execution's lease; who holds it stands in the {@link LeaseHolder} of the open attempt.
 *
 * @param expiresAt from this moment on the lease is expired
 * @param lastRenewedAt the acquisition, or the last renewal
 * @param expiredAt when the expiry was noticed
 * @param revokedAt when an operator took the lease away
 */
public record Lease(
        long expiresAt,
        long lastRenewedAt,
        OptionalLong expiredAt,
        OptionalLong revokedAt,
        Optional<String> revokeReason) {

    /** A lease that begins, or is renewed, now. The end saturates instead of overflowing. */
    public static Lease from(long now, long ttlMs) {
        return new Lease(Times.plus(now, ttlMs), now, OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
    }

    /** The lease, noticed to have expired. */
    public Lease markedExpired(long now) {
        return new Lease(expiresAt, lastRenewedAt, OptionalLong.of(now), revokedAt, revokeReason);
    }

    /** The lease, taken away. */
    public Lease revoked(long now, String reason) {
        return new Lease(expiresAt, lastRenewedAt, expiredAt, OptionalLong.of(now), Optional.of(reason));
    }

    /** Whether the lease has run out; at equality it has. */
    public boolean isExpiredAt(long now) {
        return expiresAt <= now;
    }

    /** When it was marked expired or taken away; empty while it counts. */
    public OptionalLong lapsedAt() {
        return revokedAt.isPresent() ? revokedAt : expiredAt;
    }

    /** When a well-behaved holder should have renewed: two thirds into the lease. Advisory. */
    public long renewalDeadline() {
        long ttl = expiresAt - lastRenewedAt;
        return lastRenewedAt + ttl / 3 * 2 + ttl % 3 * 2 / 3;
    }
}
