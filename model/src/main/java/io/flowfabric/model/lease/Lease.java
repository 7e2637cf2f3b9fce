package io.flowfabric.model.lease;

import io.flowfabric.model.Times;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The times of an active execution's lease; its holder is the {@link LeaseHolder} of the open attempt.
 *
 * @param expiresAt from this time on the lease is expired
 * @param lastRenewedAt the acquisition, or the last renewal
 * @param expiredAt when the expiry was noticed
 * @param revocation that an operator revoked the lease
 * @param marks what the holder has said about itself
 */
public record Lease(
        long expiresAt, long lastRenewedAt, OptionalLong expiredAt, Optional<Revocation> revocation, LeaseMarks marks) {

    /**
     * A lease that begins now, of a holder that says nothing about itself. The end saturates instead of overflowing.
     */
    public static Lease from(long now, long ttlMs) {
        return from(now, ttlMs, LeaseMarks.NONE);
    }

    /** A lease that begins, or is renewed, now. The end saturates instead of overflowing. */
    public static Lease from(long now, long ttlMs, LeaseMarks marks) {
        return new Lease(Times.plus(now, ttlMs), now, OptionalLong.empty(), Optional.empty(), marks);
    }

    /** The lease, noticed to have expired. */
    public Lease markedExpired(long now) {
        return new Lease(expiresAt, lastRenewedAt, OptionalLong.of(now), revocation, marks.withoutAcknowledging());
    }

    /** The lease, taken away. */
    public Lease revoked(long now, String reason) {
        return new Lease(expiresAt, lastRenewedAt, expiredAt, Optional.of(new Revocation(now, reason)), marks);
    }

    /** The lease, taken away, and its holder has stopped: it ends now. */
    public Lease acknowledged(long now) {
        return new Lease(Math.min(expiresAt, now), lastRenewedAt, expiredAt, revocation, marks);
    }

    /** Whether the lease is expired; at equality it is. */
    public boolean isExpiredAt(long now) {
        return expiresAt <= now;
    }

    /** When an operator took it away. */
    public OptionalLong revokedAt() {
        return revocation.isPresent() ? OptionalLong.of(revocation.get().at()) : OptionalLong.empty();
    }

    /** Why an operator took it away. */
    public Optional<String> revokeReason() {
        return revocation.map(Revocation::reason);
    }

    /**
     * When it ceased, or will cease, to keep others away: when it was marked expired or taken away, but at its end when
     * its holder acknowledges revokes. Empty while it counts.
     */
    public OptionalLong reclaimableSince() {
        if (revocation.isEmpty()) {
            return expiredAt;
        }
        return marks.acknowledgesRevoke() ? OptionalLong.of(expiresAt) : revokedAt();
    }

    /** When a well-behaved holder should have renewed: two thirds into the lease. Advisory. */
    public long renewalDeadline() {
        long ttl = expiresAt - lastRenewedAt;
        return lastRenewedAt + ttl / 3 * 2 + ttl % 3 * 2 / 3;
    }
}
