package io.flowfabric.model.policy.retry;

import io.flowfabric.model.internal.policy.PolicyChecks;

/**
 * Every retry waits equally long.
 *
 * @param delayMs the wait, not negative
 */
public record FixedBackoff(long delayMs) implements Backoff {

    /** Fails with {@code invalid_policy_json} if the wait is negative. */
    public FixedBackoff {
        PolicyChecks.notNegative("delay_ms", delayMs);
    }

    @Override
    public long delayMs(int retryCount) {
        PolicyChecks.retryCount(retryCount);
        return delayMs;
    }

    /** Never: a fixed wait is exact. */
    @Override
    public boolean jitter() {
        return false;
    }
}
