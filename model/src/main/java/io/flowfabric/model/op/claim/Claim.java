package io.flowfabric.model.op.claim;

import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.state.AttemptType;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An execution handed to a worker: its lease, and what the worker needs to run it.
 *
 * @param attemptType absent for an attempt that goes on
 * @param mustEndBy when a timer ends the attempt at the latest, on the store's clock: its timeout or the deadline of the
 *     execution, whichever comes first. Its worker can count that down from the claim, as it does the lease
 */
public record Claim(
        Handle handle,
        ExecutionId executionId,
        String executionKind,
        Namespace namespace,
        LaneId laneId,
        int attemptIndex,
        AttemptId attemptId,
        Optional<AttemptType> attemptType,
        LeaseId leaseId,
        long leaseEpoch,
        long leaseExpiresAt,
        OptionalLong mustEndBy,
        Payload input,
        Map<String, String> tags) {

    /** The same with another time to end by. */
    public Claim endingBy(OptionalLong at) {
        return new Claim(
                handle,
                executionId,
                executionKind,
                namespace,
                laneId,
                attemptIndex,
                attemptId,
                attemptType,
                leaseId,
                leaseEpoch,
                leaseExpiresAt,
                at,
                input,
                tags);
    }
}
