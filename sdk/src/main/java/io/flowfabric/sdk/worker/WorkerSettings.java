package io.flowfabric.sdk.worker;

import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.claim.ClaimTerms;
import io.flowfabric.model.op.claim.LaneWeight;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a worker; checked by its builder.
 *
 * @param limits how many handlers of a kind run at once, where that is less
 */
record WorkerSettings(
        WorkerIdentity identity,
        List<LaneWeight> lanes,
        Duration leaseTtl,
        int concurrency,
        Map<String, Integer> limits) {
    private static final Duration SHORTEST_LIVENESS = Duration.ofSeconds(1);

    /** The longest liveness that the registry accepts. */
    private static final Duration LONGEST_LIVENESS = Duration.ofMillis(Limits.LIVENESS_MS);

    WorkerSettings {
        lanes = List.copyOf(lanes);
        limits = Map.copyOf(limits);
    }

    List<LaneId> laneIds() {
        return lanes.stream().map(LaneWeight::laneId).toList();
    }

    /** How long the registry counts it as alive after a heartbeat; its heartbeats are a lease apart. */
    Duration liveness() {
        var threeLeases = leaseTtl.multipliedBy(3);
        if (threeLeases.compareTo(SHORTEST_LIVENESS) < 0) {
            return SHORTEST_LIVENESS;
        }
        return threeLeases.compareTo(LONGEST_LIVENESS) > 0 ? LONGEST_LIVENESS : threeLeases;
    }

    /**
     * A claim by a worker that starts so many executions at once, and acknowledges revokes.
     *
     * @param turn how many claims it has made before
     */
    ClaimRequest claim(long turn, int limit, int startNow, Duration maxWait) {
        var request = new ClaimRequest(
                        lanes.get(0).laneId(),
                        identity.workerId(),
                        identity.instanceId(),
                        identity.capabilities(),
                        Optional.of(identity.namespace()),
                        leaseTtl.toMillis(),
                        maxWait.toMillis(),
                        limit)
                .on(new ClaimTerms(startNow, true))
                .from(lanes);
        return lanes.size() > 1 ? request.at(turn) : request;
    }
}
