package io.flowfabric.model.op.grant;

import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.JsonMember;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Arguments of {@code claim_execution}. A caller that may repeat the call names the lease.
 *
 * @param laneId informational: the stored lane counts
 * @param leaseId minted when absent
 * @param attemptId minted when absent
 * @param attemptTimeoutMs takes the place of the policy's when positive
 * @param executionDeadlineAt replaces the execution's deadline when positive
 */
public record ClaimExecution(
        ExecutionId executionId,
        LaneId laneId,
        WorkerId workerId,
        WorkerInstanceId workerInstanceId,
        @JsonMember(omitted = "30000") long leaseTtlMs,
        Optional<LeaseId> leaseId,
        Optional<AttemptId> attemptId,
        OptionalLong attemptTimeoutMs,
        OptionalLong executionDeadlineAt) {}
