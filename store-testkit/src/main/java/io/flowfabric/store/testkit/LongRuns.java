package io.flowfabric.store.testkit;

import java.time.Duration;

/** How long tests run that get better with time: a little by default, in full with {@code -Dff.long}. */
public final class LongRuns {

    private static final boolean FULL = System.getProperty("ff.long") != null;

    private LongRuns() {}

    /** The duration in full, or five seconds. */
    public static Duration duration(Duration inFull) {
        return FULL ? inFull : Duration.ofSeconds(5);
    }

    public static int rounds(int inFull, int byDefault) {
        return FULL ? inFull : byDefault;
    }
}
