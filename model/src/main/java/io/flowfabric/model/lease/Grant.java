package io.flowfabric.model.lease;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;

/**
 * A short-lived permission for one worker to acquire one execution. At most one unexpired grant exists per execution.
 *
 * @param key opaque name of the grant, handed to the worker
 * @param workerInstanceId informational: any process of the worker may consume the grant
 */
public record Grant(
        String key,
        ExecutionId executionId,
        GrantKind kind,
        WorkerId workerId,
        WorkerInstanceId workerInstanceId,
        long issuedAt,
        long expiresAt) {

    /** Whether the grant no longer counts. A claim grant is still good at the moment it ends, a reclaim grant not. */
    public boolean isExpiredAt(long now) {
        return kind == GrantKind.CLAIM ? expiresAt < now : expiresAt <= now;
    }
}
