package io.flowfabric.model.op.submit;

import java.util.List;

/** Arguments of {@code submit_batch}: 1 to 1000 of what the single call takes. */
public record SubmitBatch(List<CreateExecution> executions) {
    public SubmitBatch {
        executions = List.copyOf(executions);
    }
}
