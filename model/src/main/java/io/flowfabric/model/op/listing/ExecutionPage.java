package io.flowfabric.model.op.listing;

import io.flowfabric.model.id.ExecutionId;
import java.util.List;
import java.util.Optional;

/** A page of ids in the order of their text; the cursor is there when more remain. */
public record ExecutionPage(List<ExecutionId> executions, Optional<ExecutionId> nextCursor) {
    public static final ExecutionPage EMPTY = new ExecutionPage(List.of(), Optional.empty());

    public ExecutionPage {
        executions = List.copyOf(executions);
    }
}
