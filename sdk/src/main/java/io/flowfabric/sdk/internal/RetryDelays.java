package io.flowfabric.sdk.internal;

import java.util.concurrent.TimeUnit;

/** The delays between retries: 50 ms, doubling to a second. Belongs to one thread. */
public final class RetryDelays {
    static final long INITIAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(1);

    private long next = INITIAL_NANOS;

    /** The next delay. */
    public long nextNanos() {
        long wait = next;
        next = Math.min(next * 2, MAX_NANOS);
        return wait;
    }

    /** To be called after a success. */
    public void reset() {
        next = INITIAL_NANOS;
    }

    /** Whether nothing has failed since the last success. */
    public boolean isReset() {
        return next == INITIAL_NANOS;
    }
}
