package io.flowfabric.junit;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** The clock of the store. */
final class ManualTime extends Clock {
    private final AtomicLong millis =
            new AtomicLong(Instant.parse("2030-01-01T00:00:00Z").toEpochMilli());

    void set(long moment) {
        millis.set(moment);
    }

    @Override
    public long millis() {
        return millis.get();
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    /** The same clock: only milliseconds count. */
    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
