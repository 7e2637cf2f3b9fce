package io.flowfabric.engine.waiting;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long a call was parked before the poll that answered it. Used by one thread at a time, as its {@link LongPoll}
 * is.
 */
public final class ParkedTime {
    private final boolean waits;
    private final LongSupplier clock;
    private final long begun;
    private long polledAt;

    /** Begins now; stays zero for a call that does not wait. */
    public ParkedTime(long maxWaitMs, LongSupplier clock) {
        this.waits = maxWaitMs > 0;
        this.clock = clock;
        this.begun = clock.getAsLong();
        this.polledAt = begun;
    }

    /** A poll begins. */
    public void look() {
        polledAt = clock.getAsLong();
    }

    /** Milliseconds until the last poll began, rounded down. */
    public long millis() {
        return waits ? TimeUnit.NANOSECONDS.toMillis(polledAt - begun) : 0;
    }
}
