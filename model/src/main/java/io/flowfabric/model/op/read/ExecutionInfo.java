package io.flowfabric.model.op.read;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.state.PublicState;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What {@code read_execution_info} answers. On the wire the times are decimal strings, and {@code flow_id} is always
 * there, as clients of FlowFabric expect.
 *
 * @param startedAt the first claim ever, which retries do not move
 * @param completedAt when it ended; absent again after a replay
 * @param currentAttemptIndex the attempt that owns or last owned it; 0 before the first claim
 * @param blockingDetail what there is to say about the blocking reason, perhaps nothing
 */
public record ExecutionInfo(
        ExecutionId executionId,
        Namespace namespace,
        LaneId laneId,
        int priority,
        String executionKind,
        VectorInfo stateVector,
        PublicState publicState,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long createdAt,
        @JsonFormat(shape = JsonFormat.Shape.STRING) Optional<Long> startedAt,
        @JsonFormat(shape = JsonFormat.Shape.STRING) Optional<Long> completedAt,
        int currentAttemptIndex,
        @JsonInclude(JsonInclude.Include.ALWAYS) Optional<FlowId> flowId,
        String blockingDetail) {

    /** What there is to say about an execution of a kind. */
    public static ExecutionInfo of(Execution e, String executionKind) {
        return new ExecutionInfo(
                e.id(),
                e.identity().namespace(),
                e.identity().lane(),
                e.priority(),
                executionKind,
                VectorInfo.of(e.vector()),
                e.publicState(),
                e.timing().createdAt(),
                boxed(e.timing().startedAt()),
                boxed(e.timing().completedAt()),
                e.current().index().orElse(0),
                e.identity().flowId(),
                e.blockingDetail());
    }

    // Jackson applies a format to what an Optional holds, but not to an OptionalLong.
    private static Optional<Long> boxed(OptionalLong time) {
        return time.isPresent() ? Optional.of(time.getAsLong()) : Optional.empty();
    }
}
