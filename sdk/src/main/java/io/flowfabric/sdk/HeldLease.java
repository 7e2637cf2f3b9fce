package io.flowfabric.sdk;

import io.flowfabric.model.op.Claim;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A lease as its holder sees it: counted on the own monotonic clock from before the claim or the renewal was sent, so
 * that it never ends here later than in the store. No renewal carries it beyond the time by which a timer of the store ends
 * the attempt. Knows the thread to interrupt when it is lost.
 */
final class HeldLease {
    /** How long work that was claimed ahead goes on before the engine is told that it has begun; less is not worth a call. */
    private static final long A_WHILE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The store counts whole milliseconds, so what it calls now may be over by almost one, and a lease be as much shorter. */
    private static final long ROUNDING_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Further ahead than any clock of a program runs, and not so far that a sum overflows. */
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
     * @param ahead whether it was claimed before a handler was free, and the engine takes its work for not started
     * @param claimedAt a moment at which it was not claimed yet
     */
    HeldLease(Claim claim, boolean ahead, long ttlNanos, long claimedAt, LongSupplier clock) {
        this.claim = claim;
        this.ahead = ahead;
        this.ttlNanos = ttlNanos;
        this.clock = clock;
        this.heldSince = clock.getAsLong();
        this.limit = claimedAt + timeLeftNanos() - ROUNDING_NANOS;
        this.end = endOfTerm(claimedAt);
        this.renewAt = claimedAt + period();
    }

    /** What the claim leaves of the time until a timer of the store ends the attempt. */
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

    Claim claim() {
        return claim;
    }

    /** Whether nothing speaks against owning the execution. */
    boolean isOwned() {
        return !lost && lasts();
    }

    /** Whether there is time left, which alone decides if repeating an outcome makes sense. */
    boolean lasts() {
        return clock.getAsLong() - end < 0;
    }

    long remainingNanos() {
        return end - clock.getAsLong();
    }

    /** Whether it ends, or has ended, because a timer of the store ends the attempt. */
    boolean endsByTimer() {
        return end == limit;
    }

    /** When the keeper must look again: at the next renewal or, while one is under way or none will come, at the end. */
    synchronized Optional<Long> nextMoment() {
        return lost ? Optional.empty() : Optional.of(renewing || end - dueAt() < 0 ? end : dueAt());
    }

    long now() {
        return clock.getAsLong();
    }

    /** What the store's clock shows now, as far as the claim told; this process's own clock may be wrong. */
    long storeTimeMs() {
        return claim.leaseExpiresAt() - TimeUnit.NANOSECONDS.toMillis(ttlNanos - heldNanos());
    }

    long heldNanos() {
        return clock.getAsLong() - heldSince;
    }

    /** How many renewals in a row got no usable answer. */
    int failedRenewals() {
        return failedRenewals;
    }

    /** Whether a renewal is due and none is under way. */
    synchronized boolean isDue() {
        return !lost && !renewing && clock.getAsLong() - dueAt() >= 0;
    }

    /** Whether half the time until the next renewal is over, so that it is better sent along with another. */
    synchronized boolean isDueSoon() {
        return owesStart() || clock.getAsLong() - (renewAt - period() / 2) >= 0;
    }

    /** Whether a renewal makes sense and none is under way; if so, one is from now on. */
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
    synchronized boolean owesStart() {
        return ahead && begun;
    }

    /** A renewal that said that the work has begun was granted. */
    synchronized void toldStart() {
        ahead = false;
    }

    /** A renewal sent at that moment was granted; one that comes too late changes nothing any more. */
    synchronized void renewed(long sentAt) {
        if (!isOwned()) {
            lose();
            return;
        }
        renewing = false;
        failedRenewals = 0;
        // Two may be under way when the handler asks for one of its own.
        if (endOfTerm(sentAt) - end >= 0) {
            end = endOfTerm(sentAt);
            renewAt = sentAt + period();
        }
    }

    /** A renewal sent at that moment got no usable answer. */
    synchronized void renewalFailed(long sentAt) {
        renewing = false;
        failedRenewals++;
        renewAt = sentAt + period();
        tellStartAt = renewAt;
    }

    /** Gives the execution up and interrupts its handler; answers whether there was one to interrupt. */
    synchronized boolean lose() {
        if (lost) {
            return false;
        }
        lost = true;
        renewing = false;
        handler.ifPresent(Thread::interrupt);
        return handler.isPresent();
    }

    /** The execution was given up in agreement with the engine; nobody is to be interrupted for it. */
    synchronized void end() {
        lost = true;
        renewing = false;
    }

    /** From now on the current thread is the one to interrupt. */
    synchronized void enterHandler() {
        handler = Optional.of(Thread.currentThread());
        if (lost) {
            Thread.currentThread().interrupt();
        }
    }

    /** The handler is over; an interruption meant for it must not reach whatever the thread does next. */
    synchronized void leaveHandler() {
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
