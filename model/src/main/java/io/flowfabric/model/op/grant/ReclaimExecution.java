package io.flowfabric.model.op.grant;

import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.JsonMember;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Arguments of {@code reclaim_execution}. A caller that may repeat the call names the lease.
 *
 * @param laneId informational: the stored lane counts
 * @param leaseId minted when absent
 * @param attemptId minted when absent
 * @param maxReclaimCount counts only for an execution without a policy
 */
public record ReclaimExecution(
        ExecutionId executionId,
        LaneId laneId,
        WorkerId workerId,
        WorkerInstanceId workerInstanceId,
        @JsonMember(omitted = "30000") long leaseTtlMs,
        Optional<LeaseId> leaseId,
        Optional<AttemptId> attemptId,
        OptionalInt maxReclaimCount) {}
