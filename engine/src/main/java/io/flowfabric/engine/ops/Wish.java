package io.flowfabric.engine.ops;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.ClaimRequest;
import java.util.Optional;

/** What a claimer may run. Those with the same wish stand before the same executions, in the same order. */
record Wish(LaneId lane, CapabilitySet capabilities, Optional<Namespace> namespace) {
    static Wish of(ClaimRequest request) {
        return new Wish(request.laneId(), request.capabilities(), request.namespace());
    }
}
