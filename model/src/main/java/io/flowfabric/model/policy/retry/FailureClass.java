package io.flowfabric.model.policy.retry;

import io.flowfabric.model.Literal;
import io.flowfabric.model.Literals;
import java.util.Locale;

/** What a failure says about the chance of a further attempt. */
public enum FailureClass implements Literal {
    /** May pass; the retry policy decides. */
    TRANSIENT(true),
    /** Would fail again; never retried. */
    PERMANENT(false),
    /** The worker or its machine broke down; the retry policy decides. */
    INFRA_CRASH(true),
    /** The attempt took too long; the retry policy decides. */
    TIMEOUT(true),
    /** It was cancelled; never retried. */
    CANCELLED(false);

    private final boolean retryable;
    private final String literal = name().toLowerCase(Locale.ROOT);

    FailureClass(boolean retryable) {
        this.retryable = retryable;
    }

    /** The class of a failure category; a category that is no class of its own counts as {@link #TRANSIENT}. */
    public static FailureClass ofCategory(String category) {
        return Literals.parse(FailureClass.class, category).orElse(TRANSIENT);
    }

    @Override
    public String literal() {
        return literal;
    }

    /** Whether a retry policy is asked at all. */
    public boolean isRetryable() {
        return retryable;
    }
}
