package io.flowfabric.model.op;

import io.flowfabric.model.json.Outcome;

/** What came of {@code prepare}. */
public sealed interface PrepareOutcome extends Outcome {
    /** There was nothing to do. */
    record NoOp() implements PrepareOutcome {}

    /** Something was done; the description is for logs. */
    record Applied(String description) implements PrepareOutcome {}
}
