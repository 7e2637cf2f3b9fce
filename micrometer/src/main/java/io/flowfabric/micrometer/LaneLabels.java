package io.flowfabric.micrometer;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lanes that get series of their own. Callers write whatever name they like, so a lane has to be in the store, which a
 * call that succeeded on it proves, and to be among the first; all others share one label. Safe for use by any thread.
 */
final class LaneLabels {
    /** Labels are for people; a program that makes lanes by the thousand does not get series for each. */
    static final int MOST_LANES = 100;

    static final String OTHER = "other";

    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /** The label of a lane on which something succeeded. */
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
