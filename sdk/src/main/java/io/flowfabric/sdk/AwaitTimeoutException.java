package io.flowfabric.sdk;

import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;

/** An execution did not end within the timeout of a wait. The execution goes on. */
public final class AwaitTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String executionId;

    AwaitTimeoutException(ExecutionId executionId, Duration waited) {
        super("execution %s did not end within %s. It goes on; wait again, or cancel it."
                .formatted(executionId, waited));
        this.executionId = executionId.toString();
    }

    /** The execution. */
    public ExecutionId executionId() {
        return ExecutionId.parse(executionId);
    }
}
