package io.flowfabric.engine.rules.lease;

import io.flowfabric.model.policy.retry.Backoff;
import io.flowfabric.model.policy.retry.ExponentialBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import java.util.OptionalLong;

/** 02 §6.4 — whether a failed attempt is retried, and after how long. */
final class RetryRules {
    private RetryRules() {}

    /** The delay before the next attempt, or nothing when there will be none. */
    static OptionalLong delayMs(Failure failure, int retriesSoFar) {
        if (failure.retryPolicy().isEmpty() || !failure.failureClass().isRetryable()) {
            return OptionalLong.empty();
        }
        RetryPolicy policy = failure.retryPolicy().get();
        boolean categoryAllowed = policy.retryableCategories().isEmpty()
                || policy.retryableCategories().contains(failure.category());
        return retriesSoFar < policy.maxRetries() && categoryAllowed
                ? OptionalLong.of(drawn(policy.backoff(), retriesSoFar, failure.draw()))
                : OptionalLong.empty();
    }

    private static long drawn(Backoff backoff, int retriesSoFar, double draw) {
        long full = backoff.delayMs(retriesSoFar);
        boolean jitter = backoff instanceof ExponentialBackoff exponential && exponential.jitter();
        return jitter ? Math.min((long) (draw * (full + 1.0)), full) : full;
    }
}
