package io.flowfabric.model.policy.retry;

import io.flowfabric.model.internal.policy.PolicyChecks;
import java.util.List;

/**
 * Whether and when a failed attempt is followed by another.
 *
 * @param maxRetries the retries after the first attempt, a 32-bit count
 * @param backoff how long a retry waits
 * @param retryableCategories the failure categories worth a retry; empty means all
 */
public record RetryPolicy(long maxRetries, Backoff backoff, List<String> retryableCategories) {

    /** The retries of a retry policy that does not say how many. */
    public static final long DEFAULT_MAX_RETRIES = 3;

    /** Three retries after 1, 2 and 4 seconds. */
    public static final RetryPolicy DEFAULT = of(DEFAULT_MAX_RETRIES, ExponentialBackoff.DEFAULT);

    /** Fails with {@code invalid_policy_json} if the count is out of range. */
    public RetryPolicy {
        PolicyChecks.count("max_retries", maxRetries);
        retryableCategories = List.copyOf(retryableCategories);
    }

    /** Retries failures of every category. */
    public static RetryPolicy of(long maxRetries, Backoff backoff) {
        return new RetryPolicy(maxRetries, backoff, List.of());
    }
}
