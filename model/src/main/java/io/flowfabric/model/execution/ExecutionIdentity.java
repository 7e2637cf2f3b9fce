package io.flowfabric.model.execution;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import java.util.Optional;

/**
 * What never changes about an execution, and where it belongs.
 *
 * @param requiredCapabilities the tokens a worker must have to run it
 * @param flowId the flow it is a member of, if any
 * @param instanceTag the value of its tag {@code cairn.instance_id}, which every event carries
 */
public record ExecutionIdentity(
        ExecutionId id,
        Namespace namespace,
        LaneId lane,
        CapabilitySet requiredCapabilities,
        Optional<FlowId> flowId,
        Optional<String> instanceTag) {

    /** The identity under another instance tag. */
    public ExecutionIdentity withInstanceTag(Optional<String> tag) {
        return new ExecutionIdentity(id, namespace, lane, requiredCapabilities, flowId, tag);
    }
}
