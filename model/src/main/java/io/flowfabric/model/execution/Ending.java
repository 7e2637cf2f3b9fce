package io.flowfabric.model.execution;

import java.util.Optional;

/** Why an execution failed, or was cancelled and by whom. A scheduled retry keeps the last failure here too. */
public record Ending(
        Optional<String> failureReason, Optional<String> cancellationReason, Optional<String> cancelledBy) {

    /** Nothing went wrong. */
    public static final Ending NONE = new Ending(Optional.empty(), Optional.empty(), Optional.empty());

    public static Ending failed(String reason) {
        return new Ending(Optional.of(reason), Optional.empty(), Optional.empty());
    }

    public Ending cancelled(String reason, String source) {
        return new Ending(failureReason, Optional.of(reason), Optional.of(source));
    }
}
