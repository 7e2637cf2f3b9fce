package io.flowfabric.engine.rules.lease;

import io.flowfabric.engine.rules.limit.FreeText;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.policy.retry.RetryPolicy;
import java.util.Optional;

/**
 * Why an attempt failed and what that means for a retry.
 *
 * @param category the caller's own word, or the literal of the class
 * @param retryPolicy what decides about a retry; none means no retry
 * @param draw a number drawn uniformly from [0, 1) for a backoff with jitter
 */
public record Failure(
        String message, String category, FailureClass failureClass, Optional<RetryPolicy> retryPolicy, double draw) {

    public Failure {
        message = FreeText.reason(message);
        category = FreeText.reason(category);
    }
}
