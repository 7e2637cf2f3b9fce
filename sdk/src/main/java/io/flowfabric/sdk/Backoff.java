package io.flowfabric.sdk;

import java.util.concurrent.TimeUnit;

/** The waits between tries at something that fails: 50 ms, doubling to a second. Belongs to one thread. */
final class Backoff {
    static final long INITIAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(1);

    private long next = INITIAL_NANOS;

    /** How long to wait now. */
    long nextNanos() {
        long wait = next;
        next = Math.min(next * 2, MAX_NANOS);
        return wait;
    }

    /** Something worked. */
    void reset() {
        next = INITIAL_NANOS;
    }

    /** Whether nothing has failed since something worked. */
    boolean isReset() {
        return next == INITIAL_NANOS;
    }
}
