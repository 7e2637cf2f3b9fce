package io.flowfabric.model.op.submit;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.json.Outcome;
import io.flowfabric.model.state.PublicState;

/** What came of {@code create_execution}. */
public sealed interface CreateExecutionOutcome extends Outcome {
    /** The execution now exists. */
    record Created(ExecutionId executionId, PublicState publicState) implements CreateExecutionOutcome {}

    /** The id, or the idempotency key, was used before; nothing was written. */
    record Duplicate(ExecutionId executionId) implements CreateExecutionOutcome {}

    /** The execution that was created, now or by the first call. */
    ExecutionId executionId();
}
