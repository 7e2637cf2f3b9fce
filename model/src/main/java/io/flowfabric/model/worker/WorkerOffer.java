package io.flowfabric.model.worker;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.LaneId;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a worker offers.
 *
 * @param lanes the lanes it serves, at least one, in the order of their names
 * @param livenessTtlMs how long it counts as alive after each heartbeat
 */
public record WorkerOffer(SortedSet<LaneId> lanes, CapabilitySet capabilities, long livenessTtlMs) {

    /** Fails with {@code invalid_input} if there is no lane, or the time is not positive. */
    public WorkerOffer {
        lanes = Collections.unmodifiableSortedSet(new TreeSet<>(lanes));
        if (lanes.isEmpty()) {
            throw EngineError.of(ErrorCode.INVALID_INPUT, "lanes: empty", "A worker serves at least one lane.")
                    .toException();
        }
        if (livenessTtlMs <= 0) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "liveness_ttl_ms: " + livenessTtlMs,
                            "A worker counts as alive for at least one millisecond; 30000 is usual.")
                    .toException();
        }
    }

    /** An offer of lanes in any order. Fails as the constructor does. */
    public static WorkerOffer of(Collection<LaneId> lanes, CapabilitySet capabilities, long livenessTtlMs) {
        return new WorkerOffer(new TreeSet<>(lanes), capabilities, livenessTtlMs);
    }
}
