package io.flowfabric.model.op.fenced;

import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.JsonMember;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Arguments of {@code fail_execution}.
 *
 * @param fence may be absent only for the source {@code operator_override}
 * @param attemptIndex informational: the current attempt is meant
 * @param failureCategory a failure class, or any other word, which counts as {@code transient}
 * @param retryPolicyJson text of a retry object that decides instead of the execution's own; empty text means no retry
 * @param source in whose name; {@code lease_holder} if absent
 */
public record FailExecution(
        ExecutionId executionId,
        String failureReason,
        Optional<FenceTriple> fence,
        OptionalInt attemptIndex,
        @JsonMember(omitted = "\"transient\"") String failureCategory,
        Optional<String> retryPolicyJson,
        @JsonMember(omitted = "\"lease_holder\"") CancelSource source) {}
