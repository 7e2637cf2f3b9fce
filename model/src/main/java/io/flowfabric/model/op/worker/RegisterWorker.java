package io.flowfabric.model.op.worker;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.JsonMember;
import java.util.List;

/**
 * Arguments of {@code register_worker}.
 *
 * @param lanes the lanes it serves, at least one
 * @param livenessTtlMs how long it counts as alive after each heartbeat, at least 1
 */
public record RegisterWorker(
        WorkerId workerId,
        WorkerInstanceId workerInstanceId,
        Namespace namespace,
        List<LaneId> lanes,
        @JsonMember(omitted = "[]") CapabilitySet capabilities,
        long livenessTtlMs) {

    public RegisterWorker {
        lanes = List.copyOf(lanes);
    }
}
