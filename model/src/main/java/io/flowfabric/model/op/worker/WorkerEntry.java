package io.flowfabric.model.op.worker;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.worker.RegisteredWorker;
import java.util.List;

/** A live worker, as {@code list_workers} shows it. */
public record WorkerEntry(
        WorkerId workerId,
        WorkerInstanceId workerInstanceId,
        Namespace namespace,
        List<LaneId> lanes,
        List<String> capabilities,
        long lastHeartbeatMs,
        long livenessTtlMs,
        long registeredAtMs) {

    /** What there is to show of a worker. */
    public static WorkerEntry of(RegisteredWorker worker) {
        return new WorkerEntry(
                worker.workerId(),
                worker.key().workerInstanceId(),
                worker.key().namespace(),
                List.copyOf(worker.offer().lanes()),
                List.copyOf(worker.offer().capabilities().tokens()),
                worker.lastHeartbeatMs(),
                worker.offer().livenessTtlMs(),
                worker.registeredAtMs());
    }
}
