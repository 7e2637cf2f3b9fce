package io.flowfabric.sdk;

import io.flowfabric.model.policy.FailureClass;

/** Thrown by a handler when another attempt would fail again: the execution fails, whatever its retry policy says. */
public final class PermanentFailure extends TaskFailure {
    private static final long serialVersionUID = 1L;

    /** A failure for good. */
    public PermanentFailure(String message) {
        super(message, FailureClass.PERMANENT.literal());
    }

    /** A failure for good, and what led to it. */
    public PermanentFailure(String message, Throwable cause) {
        super(message, FailureClass.PERMANENT.literal(), cause);
    }
}
