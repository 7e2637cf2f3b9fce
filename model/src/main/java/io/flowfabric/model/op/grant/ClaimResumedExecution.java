package io.flowfabric.model.op.grant;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.JsonMember;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Arguments of {@code claim_resumed_execution}. A caller that may repeat the call names the lease.
 *
 * @param laneId informational: the stored lane counts
 * @param leaseId minted when absent
 * @param remainingAttemptTimeoutMs takes the place of what was left when the attempt paused, when positive
 */
public record ClaimResumedExecution(
        ExecutionId executionId,
        LaneId laneId,
        WorkerId workerId,
        WorkerInstanceId workerInstanceId,
        @JsonMember(omitted = "30000") long leaseTtlMs,
        Optional<LeaseId> leaseId,
        OptionalLong remainingAttemptTimeoutMs) {}
