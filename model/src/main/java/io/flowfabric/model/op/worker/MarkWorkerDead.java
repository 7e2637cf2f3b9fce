package io.flowfabric.model.op.worker;

import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.JsonMember;

/**
 * Arguments of {@code mark_worker_dead}.
 *
 * @param reason at most 256 bytes without control characters, perhaps empty
 */
public record MarkWorkerDead(
        WorkerInstanceId workerInstanceId,
        Namespace namespace,
        @JsonMember(omitted = "\"\"") String reason) {}
