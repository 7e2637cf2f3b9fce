package io.flowfabric.sdk;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.state.PublicState;

/** An execution ended in another way than by completing, so it has no result. */
public final class ExecutionFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String executionId;
    private final PublicState publicState;
    private final String reason;

    ExecutionFailedException(ExecutionId executionId, Ending ending) {
        super("execution %s ended as %s%s. See its attempts for details; replay it to run it again."
                .formatted(
                        executionId,
                        ending.publicState().literal(),
                        ending.reason()
                                .map(reason -> ": " + withoutStop(reason))
                                .orElse("")));
        this.executionId = executionId.toString();
        this.publicState = ending.publicState();
        this.reason = ending.reason().orElse("");
    }

    /** The message goes on after the reason, and most reasons end with a full stop. */
    private static String withoutStop(String reason) {
        return reason.endsWith(".") ? reason.substring(0, reason.length() - 1) : reason;
    }

    /** The execution. */
    public ExecutionId executionId() {
        return ExecutionId.parse(executionId);
    }

    /** How it ended: failed, cancelled, expired or skipped. */
    public PublicState publicState() {
        return publicState;
    }

    /** Why, or empty when that was not said. */
    public String reason() {
        return reason;
    }
}
