package io.flowfabric.model.policy;

import io.flowfabric.model.internal.policy.PolicyChecks;
import io.flowfabric.model.suspension.TimeoutBehavior;
import java.util.OptionalLong;

/**
 * What happens to a suspension that names no timeout of its own.
 *
 * @param defaultTimeoutMs how long it may last; absent means without end
 * @param timeoutBehavior what happens then
 */
public record SuspensionPolicy(OptionalLong defaultTimeoutMs, TimeoutBehavior timeoutBehavior) {

    /** Fails with {@code invalid_policy_json} if the time is negative. */
    public SuspensionPolicy {
        PolicyChecks.notNegative("default_timeout_ms", defaultTimeoutMs);
    }
}
