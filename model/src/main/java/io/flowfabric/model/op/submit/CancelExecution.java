package io.flowfabric.model.op.submit;

import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.JsonMember;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Arguments of {@code cancel_execution}.
 *
 * @param source in whose name; a lease holder proves it with the lease of an active execution
 */
public record CancelExecution(
        ExecutionId executionId,
        String reason,
        @JsonMember(omitted = "\"operator_override\"") CancelSource source,
        Optional<LeaseId> leaseId,
        OptionalLong leaseEpoch) {

    /** A cancel by an operator, which needs no lease. */
    public static CancelExecution byOperator(ExecutionId id, String reason) {
        return new CancelExecution(id, reason, CancelSource.OPERATOR_OVERRIDE, Optional.empty(), OptionalLong.empty());
    }
}
