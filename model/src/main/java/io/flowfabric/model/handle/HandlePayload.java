package io.flowfabric.model.handle;

import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import java.util.Objects;

/**
 * What the bytes of a handle say.
 *
 * @param executionId the execution
 * @param attemptIndex the attempt's number, from 0
 * @param attemptId the attempt
 * @param leaseId the lease
 * @param leaseEpoch the lease's fencing number, not negative
 * @param leaseTtlMs how long a renewal lasts, not negative
 * @param laneId the lane, unchecked: code that needs it as a lane checks it
 * @param workerInstanceId the worker's process, unchecked likewise
 */
public record HandlePayload(
        ExecutionId executionId,
        int attemptIndex,
        AttemptId attemptId,
        LeaseId leaseId,
        long leaseEpoch,
        long leaseTtlMs,
        String laneId,
        String workerInstanceId) {

    /** Fails with {@link IllegalArgumentException} for a negative number, which no handle can carry. */
    public HandlePayload {
        Objects.requireNonNull(executionId, "executionId");
        Objects.requireNonNull(attemptId, "attemptId");
        Objects.requireNonNull(leaseId, "leaseId");
        Objects.requireNonNull(laneId, "laneId");
        Objects.requireNonNull(workerInstanceId, "workerInstanceId");
        if (attemptIndex < 0 || leaseEpoch < 0 || leaseTtlMs < 0) {
            throw new IllegalArgumentException("attemptIndex " + attemptIndex + ", leaseEpoch " + leaseEpoch
                    + " and leaseTtlMs " + leaseTtlMs + " must not be negative");
        }
    }
}
