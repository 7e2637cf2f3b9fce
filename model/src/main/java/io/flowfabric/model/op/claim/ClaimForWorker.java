package io.flowfabric.model.op.claim;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.JsonMember;
import java.util.List;
import java.util.Optional;

/**
 * Arguments of {@code claim_for_worker}.
 *
 * @param grantTtlMs how long the worker may take to claim, 1 to 60000
 * @param workerCapabilities what the worker offers
 * @param namespace only executions of this one, when given
 */
public record ClaimForWorker(
        LaneId laneId,
        WorkerId workerId,
        WorkerInstanceId workerInstanceId,
        long grantTtlMs,
        @JsonMember(omitted = "[]") List<String> workerCapabilities,
        Optional<Namespace> namespace) {

    public ClaimForWorker {
        workerCapabilities = List.copyOf(workerCapabilities);
    }
}
