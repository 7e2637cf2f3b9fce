package io.flowfabric.sdk.remote;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The pauses before a call is repeated: about 50 ms, twice as long each time, up to a second. */
final class Pauses {
    private static final long FIRST_NANOS = Duration.ofMillis(50).toNanos();
    /** More doublings would exceed the longest pause. */
    private static final int DOUBLINGS = 5;

    private static final long LONGEST_NANOS = Duration.ofSeconds(1).toNanos();

    private Pauses() {}

    /** A random time between half of the pause and all of it; {@code repeat} is 0 before the first repeat. */
    static long nanosBefore(int repeat) {
        long bound = Math.min(LONGEST_NANOS, FIRST_NANOS << Math.min(repeat, DOUBLINGS));
        return ThreadLocalRandom.current().nextLong(bound / 2, bound + 1);
    }
}
