package io.flowfabric.sdk;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.RoutingRequirements;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.sdk.task.Retry;
import java.util.Optional;

/** Merges a policy with the retry and the capabilities that were set on their own. */
public final class Policies {
    private Policies() {}

    /** The policy with its retry and capabilities replaced where given; empty if nothing was set at all. */
    public static Optional<ExecutionPolicy> merge(
            Optional<ExecutionPolicy> policy, Optional<Retry> retry, Optional<CapabilitySet> required) {
        if (retry.isEmpty() && required.isEmpty()) {
            return policy;
        }
        var base = policy.orElse(ExecutionPolicy.NONE);
        return Optional.of(new ExecutionPolicy(
                true,
                base.submission(),
                admission(base.admission(), required),
                handling(base.handling(), retry.map(Retry::policy)),
                base.limits()));
    }

    private static ExecutionPolicy.Admission admission(
            ExecutionPolicy.Admission base, Optional<CapabilitySet> required) {
        var routing = required.map(capabilities -> new RoutingRequirements(
                capabilities,
                base.routingRequirements().flatMap(RoutingRequirements::preferredLocality),
                base.routingRequirements().flatMap(RoutingRequirements::isolationLevel)));
        return new ExecutionPolicy.Admission(
                base.budgetIds(), base.quotaPolicyId(), routing.or(base::routingRequirements));
    }

    private static ExecutionPolicy.Handling handling(ExecutionPolicy.Handling base, Optional<RetryPolicy> retry) {
        return new ExecutionPolicy.Handling(
                retry.or(base::retryPolicy),
                base.timeoutPolicy(),
                base.suspensionPolicy(),
                base.fallbackPolicy(),
                base.streamPolicy());
    }
}
