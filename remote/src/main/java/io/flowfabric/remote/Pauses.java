package io.flowfabric.remote;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before a call is made again: about 50 ms, twice as long each time, up to a second. */
final class Pauses {
    private static final long FIRST_NANOS = Duration.ofMillis(50).toNanos();
    /** As many as the bound lets count. */
    private static final int DOUBLINGS = 5;

    private static final long LONGEST_NANOS = Duration.ofSeconds(1).toNanos();

    private Pauses() {}

    /** Drawn at random between half of that and all of it; {@code repeat} is 0 before the first repeat. */
    static long nanosBefore(int repeat) {
        long bound = Math.min(LONGEST_NANOS, FIRST_NANOS << Math.min(repeat, DOUBLINGS));
        return ThreadLocalRandom.current().nextLong(bound / 2, bound + 1);
    }
}
