package io.flowfabric.engine.rules;

import io.flowfabric.model.policy.FailureClass;
import io.flowfabric.model.policy.RetryPolicy;
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
        message = Texts.reason(message);
        category = Texts.reason(category);
    }
}
