package io.flowfabric.model.op.claim;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Arguments of {@code scan_eligible_executions}.
 *
 * @param limit at most 10000; 0 answers an empty list
 * @param partition only this one, when given
 * @param namespace only executions of this one, when given
 */
public record ScanEligibleExecutions(
        LaneId laneId,
        @JsonMember(omitted = "100") int limit,
        @JsonMember(format = Format.PARTITION) OptionalInt partition,
        Optional<Namespace> namespace) {

    /** A scan over all namespaces. */
    public ScanEligibleExecutions(LaneId laneId, int limit, OptionalInt partition) {
        this(laneId, limit, partition, Optional.empty());
    }
}
