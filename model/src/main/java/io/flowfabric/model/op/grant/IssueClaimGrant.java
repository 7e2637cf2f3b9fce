package io.flowfabric.model.op.grant;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.JsonMember;
import java.util.List;

/**
 * Arguments of {@code issue_claim_grant}.
 *
 * @param laneId informational: the stored lane counts
 * @param grantTtlMs how long the worker may take to claim, 1 to 60000
 * @param workerCapabilities what the worker offers
 */
public record IssueClaimGrant(
        ExecutionId executionId,
        LaneId laneId,
        WorkerId workerId,
        WorkerInstanceId workerInstanceId,
        long grantTtlMs,
        @JsonMember(omitted = "[]") List<String> workerCapabilities) {

    public IssueClaimGrant {
        workerCapabilities = List.copyOf(workerCapabilities);
    }
}
