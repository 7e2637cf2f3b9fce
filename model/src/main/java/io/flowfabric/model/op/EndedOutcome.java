package io.flowfabric.model.op;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.json.Outcome;
import io.flowfabric.model.state.PublicState;

/** What came of ending an execution by hand. */
public sealed interface EndedOutcome extends Outcome {
    /** It completed. */
    record Completed(ExecutionId executionId, PublicState publicState) implements EndedOutcome {}

    /** It is cancelled, by this call or an earlier one. */
    record Cancelled(ExecutionId executionId, PublicState publicState) implements EndedOutcome {}
}
