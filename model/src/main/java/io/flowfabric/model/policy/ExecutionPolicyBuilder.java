package io.flowfabric.model.policy;

import io.flowfabric.model.budget.BudgetId;
import io.flowfabric.model.budget.QuotaPolicyId;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.policy.retry.FallbackPolicy;
import io.flowfabric.model.policy.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Builds an {@link ExecutionPolicy}. What is not named keeps its default. Belongs to one thread; every policy it builds
 * is independent of it. Values that no policy may have fail with {@code invalid_policy_json} or, for capabilities,
 * {@code invalid_capabilities}, here or in {@link #build()}.
 */
public final class ExecutionPolicyBuilder {

    private int priority;
    private OptionalLong delayUntil = OptionalLong.empty();
    private OptionalLong dedupWindowMs = OptionalLong.empty();
    private final List<BudgetId> budgetIds = new ArrayList<>();
    private Optional<QuotaPolicyId> quotaPolicyId = Optional.empty();
    private Optional<RoutingRequirements> routingRequirements = Optional.empty();
    private Optional<RetryPolicy> retryPolicy = Optional.empty();
    private Optional<SuspensionPolicy> suspensionPolicy = Optional.empty();
    private Optional<FallbackPolicy> fallbackPolicy = Optional.empty();
    private Optional<StreamPolicy> streamPolicy = Optional.empty();
    private OptionalLong attemptTimeoutMs = OptionalLong.empty();
    private OptionalLong executionDeadlineMs = OptionalLong.empty();
    private long maxReclaims = ExecutionPolicy.Limits.DEFAULT.maxReclaimCount();
    private long maxReplays = ExecutionPolicy.Limits.DEFAULT.maxReplayCount();
    private long maxSignals = ExecutionPolicy.Limits.DEFAULT.maxSignalsPerExecution();

    ExecutionPolicyBuilder() {}

    /** Stored with the execution; the priority of the creating call is the one that counts. */
    public ExecutionPolicyBuilder priority(int value) {
        priority = value;
        return this;
    }

    /** Stored with the execution; the delay of the creating call is the one that counts. */
    public ExecutionPolicyBuilder delayUntil(Instant value) {
        delayUntil = OptionalLong.of(value.toEpochMilli());
        return this;
    }

    /** How long the idempotency key is remembered; zero means not at all. */
    public ExecutionPolicyBuilder dedupWindow(Duration value) {
        dedupWindowMs = OptionalLong.of(value.toMillis());
        return this;
    }

    /** Charges the usage to one more budget. */
    public ExecutionPolicyBuilder budget(BudgetId value) {
        budgetIds.add(value);
        return this;
    }

    /** Admits the execution under this quota. */
    public ExecutionPolicyBuilder quota(QuotaPolicyId value) {
        quotaPolicyId = Optional.of(value);
        return this;
    }

    /** Only workers that have all these capabilities may run it. */
    public ExecutionPolicyBuilder requires(String... capabilities) {
        return routing(RoutingRequirements.of(CapabilitySet.required(Arrays.asList(capabilities))));
    }

    /** Which workers may run it. */
    public ExecutionPolicyBuilder routing(RoutingRequirements value) {
        routingRequirements = Optional.of(value);
        return this;
    }

    /** Retries failed attempts. */
    public ExecutionPolicyBuilder retry(RetryPolicy value) {
        retryPolicy = Optional.of(value);
        return this;
    }

    /** Ends every attempt that takes longer. */
    public ExecutionPolicyBuilder attemptTimeout(Duration value) {
        attemptTimeoutMs = OptionalLong.of(value.toMillis());
        return this;
    }

    /** Ends the execution that takes longer, counted from its creation. */
    public ExecutionPolicyBuilder executionDeadline(Duration value) {
        executionDeadlineMs = OptionalLong.of(value.toMillis());
        return this;
    }

    /** What happens to suspensions that name no timeout. */
    public ExecutionPolicyBuilder suspension(SuspensionPolicy value) {
        suspensionPolicy = Optional.of(value);
        return this;
    }

    /** Choices that the handler may read; the engine does not. */
    public ExecutionPolicyBuilder fallback(FallbackPolicy value) {
        fallbackPolicy = Optional.of(value);
        return this;
    }

    /** What is kept of the output stream. */
    public ExecutionPolicyBuilder stream(StreamPolicy value) {
        streamPolicy = Optional.of(value);
        return this;
    }

    /** Fails the execution at the reclaim after this many; 100 unless set. */
    public ExecutionPolicyBuilder maxReclaims(long value) {
        maxReclaims = value;
        return this;
    }

    /** Refuses the replay after this many; 10 unless set. */
    public ExecutionPolicyBuilder maxReplays(long value) {
        maxReplays = value;
        return this;
    }

    /** Refuses the signal after this many; 10,000 unless set, 0 for no limit. */
    public ExecutionPolicyBuilder maxSignals(long value) {
        maxSignals = value;
        return this;
    }

    /** The policy, attached even if nothing was set. */
    public ExecutionPolicy build() {
        return new ExecutionPolicy(
                true,
                new ExecutionPolicy.Submission(priority, delayUntil, dedupWindowMs),
                new ExecutionPolicy.Admission(budgetIds, quotaPolicyId, routingRequirements),
                new ExecutionPolicy.Handling(
                        retryPolicy, timeoutPolicy(), suspensionPolicy, fallbackPolicy, streamPolicy),
                new ExecutionPolicy.Limits(maxReclaims, maxReplays, maxSignals));
    }

    private Optional<TimeoutPolicy> timeoutPolicy() {
        return attemptTimeoutMs.isEmpty() && executionDeadlineMs.isEmpty()
                ? Optional.empty()
                : Optional.of(TimeoutPolicy.of(attemptTimeoutMs, executionDeadlineMs));
    }
}
