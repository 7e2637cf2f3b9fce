package io.flowfabric.model.op.operator;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.JsonMember;
import java.util.Optional;

/**
 * Arguments of {@code revoke_lease}.
 *
 * @param expectedLeaseId only this lease is taken away, when given; another is {@code stale_lease}
 * @param workerInstanceId only a lease of this holder is taken away, when given
 * @param reason why; an empty one reads {@code operator}
 */
public record RevokeLease(
        ExecutionId executionId,
        Optional<LeaseId> expectedLeaseId,
        @JsonMember(emptyMeansOmitted = true) Optional<WorkerInstanceId> workerInstanceId,
        @JsonMember(omitted = "\"operator\"") String reason) {

    /** Revokes the lease of any holder. */
    public static RevokeLease ofAnybody(ExecutionId id, String reason) {
        return new RevokeLease(id, Optional.empty(), Optional.empty(), reason);
    }
}
