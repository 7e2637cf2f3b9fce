package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.lane.KindRules;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.engine.store.wakeup.WakeUpKey;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.claim.LaneWeight;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a claimer may run. Claimers with equal filters find the same executions, in the same order. */
record ClaimFilter(
        List<LaneWeight> lanes,
        CapabilitySet capabilities,
        Optional<Namespace> namespace,
        Set<String> onlyKinds,
        Set<String> exceptKinds) {
    static ClaimFilter of(ClaimRequest request) {
        return new ClaimFilter(
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

    /** What its claimers wait for. */
    List<WakeUpKey> wakeUpKeys() {
        return lanes.stream()
                .<WakeUpKey>map(lane -> new WakeUpKey.Work(lane.laneId(), namespace))
                .toList();
    }
}
