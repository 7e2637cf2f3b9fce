package io.flowfabric.sdk;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.ClaimRequest;
import io.flowfabric.model.op.ClaimTerms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a worker works; checked by its builder.
 *
 * @param limits how many handlers of a kind run at once, where that is less
 */
record WorkerSettings(
        WorkerIdentity identity, List<LaneId> lanes, Duration leaseTtl, int concurrency, Map<String, Integer> limits) {
    private static final Duration SHORTEST_LIVENESS = Duration.ofSeconds(1);

    WorkerSettings {
        limits = Map.copyOf(limits);
    }

    /** How long the registry takes it for alive after a heartbeat. */
    Duration liveness() {
        var twice = leaseTtl.multipliedBy(2);
        return twice.compareTo(SHORTEST_LIVENESS) < 0 ? SHORTEST_LIVENESS : twice;
    }

    /** A claim by somebody who begins so many at once, and who says after a revoke when it has stopped. */
    ClaimRequest claim(LaneId lane, int limit, int startNow, Duration maxWait) {
        return new ClaimRequest(
                lane,
                identity.workerId(),
                identity.instanceId(),
                identity.capabilities(),
                Optional.of(identity.namespace()),
                leaseTtl.toMillis(),
                maxWait.toMillis(),
                limit,
                new ClaimTerms(startNow, true));
    }
}
