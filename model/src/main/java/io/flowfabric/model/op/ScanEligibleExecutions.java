package io.flowfabric.model.op;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Arguments of {@code scan_eligible_executions}.
 *
 * @param limit at most 10000; 0 answers an empty list
 * @param partition only this one, when given
 * @param namespace only executions of this one, when given
 */
public record ScanEligibleExecutions(LaneId laneId, int limit, OptionalInt partition, Optional<Namespace> namespace) {

    /** A scan over all namespaces. */
    public ScanEligibleExecutions(LaneId laneId, int limit, OptionalInt partition) {
        this(laneId, limit, partition, Optional.empty());
    }
}
