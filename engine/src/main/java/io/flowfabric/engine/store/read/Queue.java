package io.flowfabric.engine.store.read;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import java.util.Optional;

/**
 * Executions that some claim may be about and others not: one namespace, one lane, one set of requirements.
 *
 * @param kind the kind of all of them; empty for a queue of kinds that have none of their own
 */
public record Queue(
        int number, Namespace namespace, LaneId lane, CapabilitySet requiredCapabilities, Optional<String> kind) {}
