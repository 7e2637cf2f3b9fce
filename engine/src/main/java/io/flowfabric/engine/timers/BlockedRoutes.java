package io.flowfabric.engine.timers;

import io.flowfabric.engine.rules.AdmissionRules;
import io.flowfabric.model.Times;

/**
 * Looks after executions that wait for a capable worker, as long as there are any. A registration lets go of them at once;
 * this finds those whose block came too late to be seen by it.
 */
final class BlockedRoutes {
    private final Runnable release;
    private long lookedAt = Long.MIN_VALUE;

    BlockedRoutes(Runnable release) {
        this.release = release;
    }

    /** When to look next; at once after a clock that went back. */
    long nextAt(boolean unrouted, long now) {
        if (!unrouted) {
            return Long.MAX_VALUE;
        }
        return now < lookedAt ? now : Math.max(now, Times.plus(lookedAt, AdmissionRules.ROUTE_INTERVAL_MS));
    }

    /** A look that fails is not repeated before its time, so that it keeps nothing else from being done. */
    void look(long now) {
        lookedAt = now;
        release.run();
    }
}
