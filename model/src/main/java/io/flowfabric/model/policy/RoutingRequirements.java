package io.flowfabric.model.policy;

import io.flowfabric.model.capability.CapabilitySet;
import java.util.Optional;

/**
 * Which workers may run the execution.
 *
 * @param requiredCapabilities the tokens a worker must have, all of them
 * @param preferredLocality advisory: stored and returned, never interpreted
 * @param isolationLevel advisory: stored and returned, never interpreted
 */
public record RoutingRequirements(
        CapabilitySet requiredCapabilities, Optional<String> preferredLocality, Optional<String> isolationLevel) {

    /** Any worker that has these capabilities. */
    public static RoutingRequirements of(CapabilitySet requiredCapabilities) {
        return new RoutingRequirements(requiredCapabilities, Optional.empty(), Optional.empty());
    }
}
