package io.flowfabric.engine.timers;

import io.flowfabric.engine.rules.claim.AdmissionRules;
import io.flowfabric.model.Times;

/**
 * Checks executions that wait for a capable worker, as long as there are any. A registration unblocks them at once;
 * this check finds those that were blocked too late for the registration to see.
 */
final class BlockedRoutes {
    private final Runnable release;
    private long checkedAt = Long.MIN_VALUE;

    BlockedRoutes(Runnable release) {
        this.release = release;
    }

    /** When the next check is due; at once after the clock went back. */
    long nextAt(boolean unrouted, long now) {
        if (!unrouted) {
            return Long.MAX_VALUE;
        }
        return now < checkedAt ? now : Math.max(now, Times.plus(checkedAt, AdmissionRules.ROUTE_INTERVAL_MS));
    }

    /** A check that fails is not repeated before its time, so that it does not hold up other work. */
    void check(long now) {
        checkedAt = now;
        release.run();
    }
}
