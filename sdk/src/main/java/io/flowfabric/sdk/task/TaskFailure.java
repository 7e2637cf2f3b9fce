package io.flowfabric.sdk.task;

import java.util.Objects;

/** Thrown by a handler to fail its attempt; the retry policy of the execution decides about another. */
public sealed class TaskFailure extends RuntimeException permits PermanentFailure {
    private static final long serialVersionUID = 1L;

    private final String category;

    /**
     * A failure of a category.
     *
     * @param message why, for people
     * @param category a category of the caller's choice, which a retry policy may name; {@code permanent} and
     *     {@code cancelled} are never retried
     */
    public TaskFailure(String message, String category) {
        super(message);
        this.category = Objects.requireNonNull(category, "category");
    }

    /** A failure of a category, and its cause. */
    public TaskFailure(String message, String category, Throwable cause) {
        super(message, cause);
        this.category = Objects.requireNonNull(category, "category");
    }

    /** The category that is stored with the failure. */
    public final String category() {
        return category;
    }
}
