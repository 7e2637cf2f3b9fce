package io.flowfabric.model.policy;

import io.flowfabric.model.internal.policy.PolicyChecks;
import java.util.OptionalLong;

/**
 * How long an execution may take.
 *
 * @param attemptTimeoutMs the time of one attempt, counted from its claim
 * @param executionDeadlineMs the time of the whole execution, counted from its creation
 * @param maxReclaimCount stored and returned; {@link ExecutionPolicy.Limits#maxReclaimCount()} is the one that decides
 */
public record TimeoutPolicy(OptionalLong attemptTimeoutMs, OptionalLong executionDeadlineMs, long maxReclaimCount) {

    /** Fails with {@code invalid_policy_json} if a time is negative or the count is out of range. */
    public TimeoutPolicy {
        PolicyChecks.notNegative("attempt_timeout_ms", attemptTimeoutMs);
        PolicyChecks.notNegative("execution_deadline_ms", executionDeadlineMs);
        PolicyChecks.count("max_reclaim_count", maxReclaimCount);
    }

    /** Times with the default reclaim count. */
    public static TimeoutPolicy of(OptionalLong attemptTimeoutMs, OptionalLong executionDeadlineMs) {
        return new TimeoutPolicy(attemptTimeoutMs, executionDeadlineMs, ExecutionPolicy.Limits.DEFAULT_MAX_RECLAIMS);
    }
}
