package io.flowfabric.sdk;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.ClaimRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How a worker works; checked by its builder. */
record WorkerSettings(WorkerIdentity identity, List<LaneId> lanes, Duration leaseTtl, int concurrency) {
    private static final Duration SHORTEST_LIVENESS = Duration.ofSeconds(1);

    /** How long the registry takes it for alive after a heartbeat. */
    Duration liveness() {
        var twice = leaseTtl.multipliedBy(2);
        return twice.compareTo(SHORTEST_LIVENESS) < 0 ? SHORTEST_LIVENESS : twice;
    }

    ClaimRequest claim(LaneId lane, int limit, Duration maxWait) {
        return new ClaimRequest(
                lane,
                identity.workerId(),
                identity.instanceId(),
                identity.capabilities(),
                Optional.of(identity.namespace()),
                leaseTtl.toMillis(),
                maxWait.toMillis(),
                limit);
    }
}
