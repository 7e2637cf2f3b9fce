package io.flowfabric.model.op.operator;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.json.Outcome;

/** What came of taking an execution out of the eligible order. */
public sealed interface BlockOutcome extends Outcome {
    /** It is blocked. */
    record Blocked(ExecutionId executionId, String reason) implements BlockOutcome {}

    /** It could not be blocked; the message is the code of the refusal. */
    record Rejected(String message) implements BlockOutcome {}
}
