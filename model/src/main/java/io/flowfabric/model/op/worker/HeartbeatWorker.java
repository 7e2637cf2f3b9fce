package io.flowfabric.model.op.worker;

import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerInstanceId;

/** Arguments of {@code heartbeat_worker}. */
public record HeartbeatWorker(WorkerInstanceId workerInstanceId, Namespace namespace) {}
