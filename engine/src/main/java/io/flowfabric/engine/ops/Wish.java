package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.engine.rules.KindRules;
import io.flowfabric.engine.store.WriteTx.Queue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.ClaimRequest;
import io.flowfabric.model.op.LaneWeight;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a claimer may run. Those with the same wish stand before the same executions, in the same order. */
record Wish(
        List<LaneWeight> lanes,
        CapabilitySet capabilities,
        Optional<Namespace> namespace,
        Set<String> onlyKinds,
        Set<String> exceptKinds) {
    static Wish of(ClaimRequest request) {
        return new Wish(
                request.lanes(),
                request.capabilities(),
                request.namespace(),
                request.onlyKinds(),
                request.exceptKinds());
    }

    boolean isFor(Queue queue) {
        return ClaimRules.serves(capabilities, namespace, queue.namespace(), queue.requiredCapabilities())
                && queue.kind().map(this::isFor).orElse(true);
    }

    boolean isFor(String kind) {
        return KindRules.serves(onlyKinds, exceptKinds, kind);
    }

    List<LaneId> laneIds() {
        return lanes.stream().map(LaneWeight::laneId).toList();
    }
}
