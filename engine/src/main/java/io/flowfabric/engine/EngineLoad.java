package io.flowfabric.engine;

import io.flowfabric.model.id.LaneId;
import java.util.Map;

/**
 * How much there is in a store, for those who watch it. Each queue of a lane, and each of the other figures, is counted
 * up to {@value #MOST_COUNTED}, so that asking costs the same however much there is.
 *
 * @param backlog what could be claimed at once, by lane; every lane that was ever used is there
 * @param delayed executions that wait for their time
 * @param leasesHeld leases that nobody has found expired
 * @param leasesLapsed leases that ended against the will of their holder, and wait for another
 * @param workers that are registered
 */
public record EngineLoad(Map<LaneId, Long> backlog, long delayed, long leasesHeld, long leasesLapsed, long workers) {
    /** How far anything is counted. */
    public static final int MOST_COUNTED = 10_000;

    public EngineLoad {
        backlog = Map.copyOf(backlog);
    }
}
