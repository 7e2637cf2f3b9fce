package io.flowfabric.sdk.worker;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How fast the handlers of a worker are, and thus how much may be prefetched: as much as they begin within a short
 * while. Slow handlers get nothing ahead, so that other workers can claim it. Safe for use by any thread.
 */
final class Prefetch {
    private static final long AHEAD_NANOS = 100_000_000;
    private static final int MOST_AHEAD = 512;

    /** A new duration moves the average by an eighth of the difference. */
    private static final int INERTIA = 8;

    private static final long UNKNOWN = -1;

    private final int handlers;
    private final long aheadNanos;
    private final AtomicLong average = new AtomicLong(UNKNOWN);

    /** @param ttlNanos how long a lease lasts; prefetched work must not use up much of it */
    Prefetch(int handlers, long ttlNanos) {
        this.handlers = handlers;
        this.aheadNanos = Math.min(AHEAD_NANOS, ttlNanos / 10);
    }

    /** Records how long a handler took. */
    void took(long nanos) {
        average.updateAndGet(old -> old == UNKNOWN ? nanos : old + (nanos - old) / INERTIA);
    }

    /** How many tasks may wait for a handler. */
    int ahead() {
        long each = average.get();
        return each == UNKNOWN ? 0 : (int) Math.min(MOST_AHEAD, aheadNanos * handlers / Math.max(each, 1));
    }
}
