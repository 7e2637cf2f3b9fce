package io.flowfabric.store.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test moves it. Safe for use by any thread. */
public final class ManualClock extends Clock {
    private final AtomicLong millis;

    /** A clock that stands at a moment. */
    public ManualClock(long startMillis) {
        this.millis = new AtomicLong(startMillis);
    }

    /** Moves it; a negative duration moves it back. */
    public void advance(Duration by) {
        millis.addAndGet(by.toMillis());
    }

    @Override
    public long millis() {
        return millis.get();
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis.get());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    /** The same clock: zones do not matter to an engine that counts milliseconds. */
    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
