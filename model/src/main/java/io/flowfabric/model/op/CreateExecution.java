package io.flowfabric.model.op;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Arguments of {@code create_execution}. Policy and tags are taken as they come: a duplicate is answered before they
 * are looked at.
 *
 * @param executionId minted by the engine when absent
 * @param policy JSON text of the execution policy; empty for none
 */
public record CreateExecution(
        Optional<ExecutionId> executionId,
        Namespace namespace,
        LaneId laneId,
        String executionKind,
        Payload input,
        int priority,
        String creatorIdentity,
        Optional<IdempotencyKey> idempotencyKey,
        Map<String, String> tags,
        String policy,
        OptionalLong delayUntil,
        OptionalLong executionDeadlineAt) {

    public CreateExecution {
        tags = Map.copyOf(tags);
    }

    /** The same by another creator. */
    public CreateExecution withCreatorIdentity(String value) {
        return new CreateExecution(
                executionId,
                namespace,
                laneId,
                executionKind,
                input,
                priority,
                value,
                idempotencyKey,
                tags,
                policy,
                delayUntil,
                executionDeadlineAt);
    }

    /** Starts the arguments of an execution of a kind on a lane; everything else is optional. */
    public static CreateExecutionBuilder of(Namespace namespace, LaneId lane, String kind) {
        return new CreateExecutionBuilder(namespace, lane, kind);
    }
}
