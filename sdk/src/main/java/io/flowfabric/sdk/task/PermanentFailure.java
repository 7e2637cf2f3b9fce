package io.flowfabric.sdk.task;

import io.flowfabric.model.policy.retry.FailureClass;

/** Thrown by a handler when another attempt would fail again: the execution fails, whatever its retry policy says. */
public final class PermanentFailure extends TaskFailure {
    private static final long serialVersionUID = 1L;

    /** A permanent failure. */
    public PermanentFailure(String message) {
        super(message, FailureClass.PERMANENT.literal());
    }

    /** A permanent failure, and its cause. */
    public PermanentFailure(String message, Throwable cause) {
        super(message, FailureClass.PERMANENT.literal(), cause);
    }
}
