package io.flowfabric.sdk.internal.lease;

import io.flowfabric.model.op.claim.Claim;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A lease as its holder sees it: counted on this process's monotonic clock from before the claim or the renewal was
 * sent, so that it never ends here later than in the store. No renewal extends it beyond the time at which a timer of
 * the store ends the attempt. Knows the thread to interrupt when it is lost.
 */
public final class HeldLease {
    /** How long prefetched work runs before the engine is told that it has begun; shorter work is not worth a call. */
    private static final long A_WHILE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * The store counts whole milliseconds, so its current time may be late by almost one, and a lease shorter by as
     * much.
     */
    private static final long ROUNDING_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Later than any real time of the clock, and small enough that a sum does not overflow. */
    private static final long NEVER = Long.MAX_VALUE / 4;

    private final Claim claim;
    private final long ttlNanos;
    private final LongSupplier clock;
    private final long heldSince;
    private final long limit;

    private volatile long end;
    private volatile long renewAt;
    private volatile boolean lost;
    private volatile int failedRenewals;
    private boolean renewing;
    private boolean ahead;
    private boolean begun;
    private long tellStartAt;
    private Optional<Thread> handler = Optional.empty();

    /**
     * A lease that begins with a claim.
     *
     * @param ahead whether it was claimed before a handler was free, so that the engine counts its work as not started
     * @param claimedAt a time before the claim
     */
    public HeldLease(Claim claim, boolean ahead, long ttlNanos, long claimedAt, LongSupplier clock) {
        this.claim = claim;
        this.ahead = ahead;
        this.ttlNanos = ttlNanos;
        this.clock = clock;
        this.heldSince = clock.getAsLong();
        this.limit = claimedAt + timeLeftNanos() - ROUNDING_NANOS;
        this.end = endOfTerm(claimedAt);
        this.renewAt = claimedAt + period();
    }

    /** The time until a timer of the store ends the attempt, as the claim told. */
    private long timeLeftNanos() {
        if (claim.mustEndBy().isEmpty()) {
            return NEVER;
        }
        long claimedAtMs = claim.leaseExpiresAt() - TimeUnit.NANOSECONDS.toMillis(ttlNanos);
        return Math.min(TimeUnit.MILLISECONDS.toNanos(claim.mustEndBy().getAsLong() - claimedAtMs), NEVER);
    }

    private long endOfTerm(long begin) {
        long end = begin + ttlNanos - ROUNDING_NANOS;
        return end - limit < 0 ? end : limit;
    }

    public Claim claim() {
        return claim;
    }

    /** Whether the lease lasts and was not lost, so that this worker owns the execution. */
    public boolean isOwned() {
        return !lost && lasts();
    }

    /** Whether the lease has time left; that alone decides whether an outcome is sent again. */
    public boolean lasts() {
        return clock.getAsLong() - end < 0;
    }

    public long remainingNanos() {
        return end - clock.getAsLong();
    }

    /** Whether its end is the end of the attempt, set by a timer of the store. */
    boolean endsByTimer() {
        return end == limit;
    }

    /**
     * When the keeper must check it again: at the next renewal or, while one is in flight or none will come, at the
     * end.
     */
    synchronized Optional<Long> nextMoment() {
        return lost ? Optional.empty() : Optional.of(renewing || end - dueAt() < 0 ? end : dueAt());
    }

    public long now() {
        return clock.getAsLong();
    }

    /** The current time on the store's clock, counted from the claim; this process's own clock may be wrong. */
    public long storeTimeMs() {
        return claim.leaseExpiresAt() - TimeUnit.NANOSECONDS.toMillis(ttlNanos - heldNanos());
    }

    long heldNanos() {
        return clock.getAsLong() - heldSince;
    }

    /** How many renewals in a row failed or got no answer. */
    public int failedRenewals() {
        return failedRenewals;
    }

    /** Whether a renewal is due and none is in flight. */
    public synchronized boolean isDue() {
        return !lost && !renewing && clock.getAsLong() - dueAt() >= 0;
    }

    /** Whether half the time until the next renewal is over, so that it is better sent along with another. */
    synchronized boolean isDueSoon() {
        return owesStart() || clock.getAsLong() - (renewAt - period() / 2) >= 0;
    }

    /** Starts a renewal, if one makes sense and none is in flight; answers whether it did. */
    synchronized boolean beginRenewal() {
        if (lost || renewing) {
            return false;
        }
        renewing = true;
        return true;
    }

    /** The work begins. If it was claimed ahead, the next renewal says so, and is due in a while. */
    synchronized void begin() {
        begun = true;
        tellStartAt = clock.getAsLong() + A_WHILE_NANOS;
    }

    /** Whether the engine is to be told that the work has begun; not once it is over, since its outcome says more. */
    public synchronized boolean owesStart() {
        return ahead && begun;
    }

    /** A renewal that said that the work has begun was granted. */
    public synchronized void toldStart() {
        ahead = false;
    }

    /** A renewal sent at that time was granted; a late answer changes nothing. */
    public synchronized void renewed(long sentAt) {
        if (!isOwned()) {
            lose();
            return;
        }
        renewing = false;
        failedRenewals = 0;
        // Two may be in flight when the handler calls for one of its own.
        if (endOfTerm(sentAt) - end >= 0) {
            end = endOfTerm(sentAt);
            renewAt = sentAt + period();
        }
    }

    /** A renewal sent at that time failed or got no answer. */
    public synchronized void renewalFailed(long sentAt) {
        renewing = false;
        failedRenewals++;
        renewAt = sentAt + period();
        tellStartAt = renewAt;
    }

    /** Gives the execution up and interrupts its handler; answers whether there was one to interrupt. */
    public synchronized boolean lose() {
        if (lost) {
            return false;
        }
        lost = true;
        renewing = false;
        handler.ifPresent(Thread::interrupt);
        return handler.isPresent();
    }

    /** The engine has accepted the end of the work; the handler is not interrupted. */
    public synchronized void end() {
        lost = true;
        renewing = false;
    }

    /** From now on the current thread is the one to interrupt. */
    public synchronized void enterHandler() {
        handler = Optional.of(Thread.currentThread());
        if (lost) {
            Thread.currentThread().interrupt();
        }
    }

    /** The handler has ended; an interrupt meant for it must not reach the thread's next task. */
    public synchronized void leaveHandler() {
        handler = Optional.empty();
        begun = false;
        Thread.interrupted();
    }

    private long dueAt() {
        return owesStart() && tellStartAt - renewAt < 0 ? tellStartAt : renewAt;
    }

    private long period() {
        return Math.max(ttlNanos / 3, 1);
    }
}
