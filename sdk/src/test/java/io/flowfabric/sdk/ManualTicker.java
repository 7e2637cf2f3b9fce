package io.flowfabric.sdk;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A monotonic clock that a test moves. It starts shortly before the count of nanoseconds wraps around. */
public final class ManualTicker implements LongSupplier {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);

    public void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }

    @Override
    public long getAsLong() {
        return nanos.get();
    }
}
