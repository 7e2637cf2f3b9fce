package io.flowfabric.engine.ops;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.ClaimRequest;
import io.flowfabric.model.op.LaneWeight;
import java.util.List;
import java.util.Optional;

/** What a claimer may run. Those with the same wish stand before the same executions, in the same order. */
record Wish(List<LaneWeight> lanes, CapabilitySet capabilities, Optional<Namespace> namespace) {
    static Wish of(ClaimRequest request) {
        return new Wish(request.lanes(), request.capabilities(), request.namespace());
    }

    List<LaneId> laneIds() {
        return lanes.stream().map(LaneWeight::laneId).toList();
    }
}
