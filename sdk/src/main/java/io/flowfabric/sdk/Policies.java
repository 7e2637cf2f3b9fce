package io.flowfabric.sdk;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.RetryPolicy;
import io.flowfabric.model.policy.RoutingRequirements;
import java.util.Optional;

/** Puts a policy together from what a caller said in several ways. */
final class Policies {
    private Policies() {}

    /** The policy with retry and capabilities in the place of its own; empty if nothing was said at all. */
    static Optional<ExecutionPolicy> merge(
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
