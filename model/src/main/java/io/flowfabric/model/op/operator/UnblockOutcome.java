package io.flowfabric.model.op.operator;

import io.flowfabric.model.json.Outcome;

/** What came of {@code unblock_execution}. */
public sealed interface UnblockOutcome extends Outcome {
    /** It is eligible again, in its old place. */
    record Unblocked() implements UnblockOutcome {}
}
