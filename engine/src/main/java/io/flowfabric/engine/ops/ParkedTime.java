package io.flowfabric.engine.ops;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** How long a call was parked before the look that answered it. Used by one thread at a time, as its {@link Vigil} is. */
final class ParkedTime {
    private final boolean waits;
    private final LongSupplier clock;
    private final long begun;
    private long looked;

    /** Begins now, and is nothing for a call that does not wait. */
    ParkedTime(long maxWaitMs, LongSupplier clock) {
        this.waits = maxWaitMs > 0;
        this.clock = clock;
        this.begun = clock.getAsLong();
        this.looked = begun;
    }

    /** A look begins. */
    void look() {
        looked = clock.getAsLong();
    }

    /** Whole milliseconds until the last look began, so that it is never more than it was. */
    long millis() {
        return waits ? TimeUnit.NANOSECONDS.toMillis(looked - begun) : 0;
    }
}
