package io.flowfabric.micrometer;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lanes that get a time series of their own. Callers can name any lane, so a lane must exist in the store, which a
 * successful call proves, and be among the first; all others share one label. Safe for use by any thread.
 */
final class LaneLabels {
    /** A program that creates thousands of lanes does not get a time series for each. */
    static final int MOST_LANES = 100;

    static final String OTHER = "other";

    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /** The label of a lane on which a call succeeded. */
    synchronized String ofKnown(String lane) {
        if (known.size() < MOST_LANES) {
            known.add(lane);
        }
        return of(lane);
    }

    /** The label of a lane that a caller named. */
    String of(String lane) {
        return known.contains(lane) ? lane : OTHER;
    }
}
