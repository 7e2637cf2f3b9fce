package io.flowfabric.model.op;

import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerInstanceId;

/**
 * Arguments of {@code mark_worker_dead}.
 *
 * @param reason at most 256 bytes without control characters, perhaps empty
 */
public record MarkWorkerDead(WorkerInstanceId workerInstanceId, Namespace namespace, String reason) {}
