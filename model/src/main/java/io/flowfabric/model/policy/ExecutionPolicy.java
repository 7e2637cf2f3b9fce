package io.flowfabric.model.policy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.model.budget.BudgetId;
import io.flowfabric.model.budget.QuotaPolicyId;
import io.flowfabric.model.internal.policy.PolicyChecks;
import io.flowfabric.model.policy.retry.ExponentialBackoff;
import io.flowfabric.model.policy.retry.FallbackPolicy;
import io.flowfabric.model.policy.retry.RetryPolicy;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The settings of an execution, fixed at its creation. Build one with {@link #builder()}.
 *
 * @param isAttached whether the creator gave a policy at all; only then do its limits outrank those of a later caller
 * @param submission what matters at creation
 * @param admission its budgets and quota, and which workers may run it
 * @param handling what happens on the way
 * @param limits how often things may happen
 */
public record ExecutionPolicy(
        boolean isAttached, Submission submission, Admission admission, Handling handling, Limits limits) {

    /** No policy: every default, and {@link #isAttached()} is false. */
    public static final ExecutionPolicy NONE =
            new ExecutionPolicy(false, Submission.DEFAULT, Admission.DEFAULT, Handling.DEFAULT, Limits.DEFAULT);

    /** A builder that starts with every default. */
    public static ExecutionPolicyBuilder builder() {
        return new ExecutionPolicyBuilder();
    }

    /** Lets Jackson read a policy among typed arguments, where {@code null} means absent. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static ExecutionPolicy ofTyped(JsonNode tree) {
        return PolicyJson.ofTyped(tree);
    }

    /** Lets Jackson write what {@link PolicyJson#write} writes. */
    @JsonValue
    JsonNode tree() {
        return PolicyJson.tree(this);
    }

    /**
     * What matters at creation.
     *
     * @param priority stored; the argument of the creating call decides
     * @param delayUntil stored; the argument of the creating call decides
     * @param dedupWindowMs how long the idempotency key is remembered; absent means 24 hours, 0 not at all
     */
    public record Submission(int priority, OptionalLong delayUntil, OptionalLong dedupWindowMs) {

        static final Submission DEFAULT = new Submission(0, OptionalLong.empty(), OptionalLong.empty());

        /** Fails with {@code invalid_policy_json} if the window is negative. */
        public Submission {
            PolicyChecks.notNegative("dedup_window_ms", dedupWindowMs);
        }
    }

    /**
     * Budgets and quota, and which workers may run it.
     *
     * @param budgetIds the budgets that its usage is charged to
     * @param quotaPolicyId the quota it is admitted under
     * @param routingRequirements which workers may run it; absent means any
     */
    public record Admission(
            List<BudgetId> budgetIds,
            Optional<QuotaPolicyId> quotaPolicyId,
            Optional<RoutingRequirements> routingRequirements) {

        static final Admission DEFAULT = new Admission(List.of(), Optional.empty(), Optional.empty());

        /** Copies the budgets. */
        public Admission {
            budgetIds = List.copyOf(budgetIds);
        }
    }

    /**
     * What happens on the way.
     *
     * @param retryPolicy absent means no retries
     * @param timeoutPolicy absent means no time limit
     * @param suspensionPolicy absent means that a suspension without a timeout has none
     * @param fallbackPolicy kept for the handler
     * @param streamPolicy absent means the engine's defaults
     */
    public record Handling(
            Optional<RetryPolicy> retryPolicy,
            Optional<TimeoutPolicy> timeoutPolicy,
            Optional<SuspensionPolicy> suspensionPolicy,
            Optional<FallbackPolicy> fallbackPolicy,
            Optional<StreamPolicy> streamPolicy) {

        static final Handling DEFAULT =
                new Handling(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        /** Fails with {@code invalid_policy_json} if the waits between retries shrink or exceed their limit. */
        public Handling {
            retryPolicy
                    .map(RetryPolicy::backoff)
                    .filter(ExponentialBackoff.class::isInstance)
                    .map(ExponentialBackoff.class::cast)
                    .ifPresent(ExponentialBackoff::requireConsistent);
        }
    }

    /**
     * How often things may happen; 32-bit counts.
     *
     * @param maxReclaimCount reclaims before the execution fails; 0 means that the first one fails it
     * @param maxReplayCount replays before another is refused
     * @param maxSignalsPerExecution signals before another is refused; 0 means without limit
     */
    public record Limits(long maxReclaimCount, long maxReplayCount, long maxSignalsPerExecution) {

        static final long DEFAULT_MAX_RECLAIMS = 100;
        static final Limits DEFAULT = new Limits(DEFAULT_MAX_RECLAIMS, 10, 10_000);

        /** Fails with {@code invalid_policy_json} if a count is out of range. */
        public Limits {
            PolicyChecks.count("max_reclaim_count", maxReclaimCount);
            PolicyChecks.count("max_replay_count", maxReplayCount);
            PolicyChecks.count("max_signals_per_execution", maxSignalsPerExecution);
        }
    }
}
