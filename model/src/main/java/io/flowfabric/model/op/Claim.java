package io.flowfabric.model.op;

import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.state.AttemptType;
import java.util.Map;
import java.util.Optional;

/**
 * An execution handed to a worker: its lease, and what the worker needs to run it.
 *
 * @param attemptType absent for an attempt that goes on
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
        Payload input,
        Map<String, String> tags) {}
