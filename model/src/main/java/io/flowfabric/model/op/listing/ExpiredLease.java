package io.flowfabric.model.op.listing;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerInstanceId;

/** An expired lease on an execution that was not reclaimed yet. */
public record ExpiredLease(
        ExecutionId executionId,
        LeaseId leaseId,
        long leaseEpoch,
        WorkerInstanceId workerInstanceId,
        long expiresAtMs,
        int attemptIndex) {

    /** The lease of an active execution. */
    public static ExpiredLease of(Execution active) {
        var holder = active.leaseHolder().orElseThrow();
        return new ExpiredLease(
                active.id(),
                holder.leaseId(),
                holder.epoch(),
                holder.workerInstanceId(),
                active.lease().orElseThrow().expiresAt(),
                active.current().index().orElseThrow());
    }

    /** Its place in the listing. */
    public ExpiredLeaseCursor cursor() {
        return new ExpiredLeaseCursor(expiresAtMs, executionId);
    }
}
