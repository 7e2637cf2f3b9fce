package io.flowfabric.micrometer;

import java.time.Duration;
import java.util.stream.LongStream;

/** The bucket boundaries of durations. */
public final class Boundaries {
    private static final long[] MICROS = {
        500,
        1_000,
        2_500,
        5_000,
        10_000,
        25_000,
        50_000,
        100_000,
        250_000,
        500_000,
        1_000_000,
        2_500_000,
        5_000_000,
        10_000_000,
        30_000_000,
        60_000_000
    };

    private Boundaries() {}

    /** For calls: from half a millisecond, a read, to a minute, longer than a claim may wait. */
    public static Duration[] ofCalls() {
        return LongStream.of(MICROS)
                .mapToObj(micros -> Duration.ofNanos(micros * 1_000))
                .toArray(Duration[]::new);
    }
}
