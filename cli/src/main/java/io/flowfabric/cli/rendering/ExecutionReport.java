package io.flowfabric.cli.rendering;

import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.read.ExecutionSnapshot;
import io.flowfabric.model.op.read.Explanation;
import io.flowfabric.model.state.PublicState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everything that {@code ff get} shows of an execution. */
public record ExecutionReport(
        ExecutionId executionId,
        PublicState publicState,
        Execution execution,
        String executionKind,
        Map<String, String> tags,
        List<Attempt> attempts,
        Optional<Payload> result,
        Explanation explanation) {

    public static ExecutionReport of(
            ExecutionSnapshot snapshot, List<Attempt> attempts, Optional<Payload> result, Explanation explanation) {
        var execution = snapshot.execution();
        return new ExecutionReport(
                execution.id(),
                execution.publicState(),
                execution,
                snapshot.executionKind(),
                snapshot.tags(),
                attempts,
                result,
                explanation);
    }
}
