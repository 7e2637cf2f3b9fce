package io.flowfabric.store.sqlite;

import java.time.Duration;

/** How long tests run that get better with time: a little by default, in full with {@code -Dff.long}. */
final class LongRuns {

    private static final boolean FULL = System.getProperty("ff.long") != null;

    private LongRuns() {}

    static Duration duration(Duration inFull) {
        return FULL ? inFull : Duration.ofSeconds(5);
    }

    static int rounds(int inFull, int byDefault) {
        return FULL ? inFull : byDefault;
    }
}
