package io.flowfabric.model.op.operator;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.json.Outcome;

/** What came of {@code change_priority}. */
public sealed interface ChangePriorityOutcome extends Outcome {
    /** The execution stands in its new place. */
    record Changed(ExecutionId executionId) implements ChangePriorityOutcome {}
}
