package io.flowfabric.model.execution;

import java.util.Optional;

/** Why an execution failed, or was cancelled and by whom. A scheduled retry keeps the last failure here too. */
public record ExecutionEnding(
        Optional<String> failureReason, Optional<String> cancellationReason, Optional<String> cancelledBy) {

    /** Nothing went wrong. */
    public static final ExecutionEnding NONE =
            new ExecutionEnding(Optional.empty(), Optional.empty(), Optional.empty());

    public static ExecutionEnding failed(String reason) {
        return new ExecutionEnding(Optional.of(reason), Optional.empty(), Optional.empty());
    }

    public ExecutionEnding cancelled(String reason, String source) {
        return new ExecutionEnding(failureReason, Optional.of(reason), Optional.of(source));
    }
}
