package io.flowfabric.model.op.operator;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.JsonMember;
import java.util.Optional;

/**
 * Arguments of {@code block_route}.
 *
 * @param laneId informational: the stored lane counts
 * @param reasonCode {@code waiting_for_capable_worker}; any other is rejected
 * @param reasonDetail what there is to add, perhaps nothing
 */
public record BlockRoute(
        ExecutionId executionId,
        Optional<LaneId> laneId,

        @JsonMember(omitted = "\"waiting_for_capable_worker\"")
        String reasonCode,

        @JsonMember(omitted = "\"\"") String reasonDetail) {}
