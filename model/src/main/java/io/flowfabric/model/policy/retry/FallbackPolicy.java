package io.flowfabric.model.policy.retry;

import io.flowfabric.model.internal.policy.PolicyChecks;
import java.util.List;
import java.util.OptionalLong;

/**
 * The providers a handler may turn to, in order. Kept for the handler; the engine does not interpret it.
 *
 * @param tiers first choice first
 */
public record FallbackPolicy(List<Tier> tiers) {

    /** Copies the tiers. */
    public FallbackPolicy {
        tiers = List.copyOf(tiers);
    }

    /**
     * One choice.
     *
     * @param provider the service that serves it
     * @param model which of the provider's models
     * @param timeoutMs how long to wait before the next tier
     */
    public record Tier(String provider, String model, OptionalLong timeoutMs) {

        /** Fails with {@code invalid_policy_json} if the time is negative. */
        public Tier {
            PolicyChecks.notNegative("timeout_ms", timeoutMs);
        }
    }
}
