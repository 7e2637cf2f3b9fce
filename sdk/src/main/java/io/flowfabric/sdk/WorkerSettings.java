package io.flowfabric.sdk;

import io.flowfabric.engine.rules.Limits;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.ClaimRequest;
import io.flowfabric.model.op.ClaimTerms;
import io.flowfabric.model.op.LaneWeight;
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
        WorkerIdentity identity,
        List<LaneWeight> lanes,
        Duration leaseTtl,
        int concurrency,
        Map<String, Integer> limits) {
    private static final Duration SHORTEST_LIVENESS = Duration.ofSeconds(1);

    /** What the registry takes. */
    private static final Duration LONGEST_LIVENESS = Duration.ofMillis(Limits.LIVENESS_MS);

    WorkerSettings {
        lanes = List.copyOf(lanes);
        limits = Map.copyOf(limits);
    }

    List<LaneId> laneIds() {
        return lanes.stream().map(LaneWeight::laneId).toList();
    }

    /** How long the registry takes it for alive after a heartbeat. */
    Duration liveness() {
        var twice = leaseTtl.multipliedBy(2);
        if (twice.compareTo(SHORTEST_LIVENESS) < 0) {
            return SHORTEST_LIVENESS;
        }
        return twice.compareTo(LONGEST_LIVENESS) > 0 ? LONGEST_LIVENESS : twice;
    }

    /**
     * A claim by a worker that begins so many at once, and says after a revoke when it has stopped.
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
