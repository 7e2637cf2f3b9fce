package io.flowfabric.sdk;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.ClaimRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How a worker works; checked by its builder. */
record WorkerSettings(WorkerIdentity identity, List<LaneId> lanes, Duration leaseTtl, int concurrency) {

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
