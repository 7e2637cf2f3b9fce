package io.flowfabric.model.op;

import io.flowfabric.model.id.CancelSource;
import io.flowfabric.model.id.ExecutionId;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Arguments of {@code fail_execution}.
 *
 * @param fence may be absent only for the source {@code operator_override}
 * @param attemptIndex informational: the current attempt is meant
 * @param failureCategory a failure class, or any other word, which counts as {@code transient}
 * @param retryPolicyJson text of a retry object that decides instead of the execution's own; empty text means no retry
 * @param source in whose name; {@code lease_holder} unless somebody else is spelled out
 */
public record FailExecution(
        ExecutionId executionId,
        String failureReason,
        Optional<FenceTriple> fence,
        OptionalInt attemptIndex,
        String failureCategory,
        Optional<String> retryPolicyJson,
        CancelSource source) {}
