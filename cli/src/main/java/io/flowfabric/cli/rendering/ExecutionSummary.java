package io.flowfabric.cli.rendering;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.read.ExecutionSnapshot;
import io.flowfabric.model.state.PublicState;

/** What a list says of an execution. */
public record ExecutionSummary(
        ExecutionId executionId,
        PublicState publicState,
        LaneId laneId,
        String executionKind,
        int attempts,
        long createdAt) {

    static ExecutionSummary of(ExecutionSnapshot snapshot) {
        var execution = snapshot.execution();
        return new ExecutionSummary(
                execution.id(),
                execution.publicState(),
                execution.identity().lane(),
                snapshot.executionKind(),
                execution.counters().attempts(),
                execution.timing().createdAt());
    }
}
