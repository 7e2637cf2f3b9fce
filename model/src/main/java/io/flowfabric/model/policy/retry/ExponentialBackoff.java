package io.flowfabric.model.policy.retry;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.policy.PolicyChecks;

/**
 * Each retry waits {@code multiplier} times as long as the one before, up to a limit.
 *
 * @param initialDelayMs the first wait, not negative
 * @param maxDelayMs the longest wait, not negative
 * @param multiplier how the wait grows; a policy needs at least 1
 * @param jitter whether the wait is drawn from 0 to the computed one
 */
public record ExponentialBackoff(long initialDelayMs, long maxDelayMs, double multiplier, boolean jitter)
        implements Backoff {

    /** One second, doubling, at most a minute, no jitter. */
    public static final ExponentialBackoff DEFAULT = new ExponentialBackoff(1_000, 60_000, 2.0, false);

    /** Fails with {@code invalid_policy_json} if a wait is negative or the multiplier is no finite number from 0 up. */
    public ExponentialBackoff {
        PolicyChecks.notNegative("initial_delay_ms", initialDelayMs);
        PolicyChecks.notNegative("max_delay_ms", maxDelayMs);
        if (!Double.isFinite(multiplier) || multiplier < 0) {
            throw PolicyChecks.invalid("multiplier", multiplier + " is not a finite number; use one from 1 up.");
        }
    }

    @Override
    public long delayMs(int retryCount) {
        PolicyChecks.retryCount(retryCount);
        double growth = Math.pow(multiplier, retryCount);
        if (initialDelayMs == 0 || growth == 1.0) {
            return Math.min(initialDelayMs, maxDelayMs);
        }
        // The growth may be infinite, and the cast rounds towards zero and stops at the largest long.
        return Math.min((long) (initialDelayMs * growth), maxDelayMs);
    }

    /**
     * Refuses what a policy must not ask for: a wait that shrinks, or a limit below the first wait. A retry object
     * handed to a single failure is exempt, so the constructor does not do this.
     */
    public void requireConsistent() {
        if (multiplier < 1) {
            throw refused("backoff:multiplier", "multiplier is " + multiplier + "; use 1 or more.");
        }
        if (maxDelayMs < initialDelayMs) {
            throw refused(
                    "backoff:max_below_initial",
                    "max_delay_ms " + maxDelayMs + " is below initial_delay_ms " + initialDelayMs + "; raise it.");
        }
    }

    private static RuntimeException refused(String detail, String explanation) {
        return EngineError.of(ErrorCode.INVALID_POLICY_JSON, detail, explanation)
                .toException();
    }
}
