package io.flowfabric.engine;

import io.flowfabric.model.id.LaneId;
import java.util.Map;

/**
 * How much there is in a store, for metrics and dashboards. Each queue of a lane, and each of the other figures, is
 * counted up to {@value #MOST_COUNTED}, so that a query costs the same however much there is.
 *
 * @param backlog what could be claimed at once, by lane; every lane that was ever used is there
 * @param delayed executions that wait for their time
 * @param leasesHeld leases that are not marked expired
 * @param leasesReclaimable leases that expired or were revoked, and wait to be reclaimed
 * @param workers that are registered
 * @param followUps what follows from commits and was not carried out yet
 */
public record EngineLoad(
        Map<LaneId, Long> backlog,
        long delayed,
        long leasesHeld,
        long leasesReclaimable,
        long workers,
        FollowUps followUps) {
    /** How far anything is counted. */
    public static final int MOST_COUNTED = 10_000;

    public EngineLoad {
        backlog = Map.copyOf(backlog);
    }

    /**
     * Commands for other records that commits have caused.
     *
     * @param waiting to be carried out, those that fail included
     * @param failing failed several times in a row and will be tried again
     */
    public record FollowUps(long waiting, long failing) {
        /** There are none. */
        public static final FollowUps NONE = new FollowUps(0, 0);
    }
}
