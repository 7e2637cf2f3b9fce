package io.flowfabric.sdk;

import io.flowfabric.model.op.submit.CreateExecutionOutcome;

/** An execution that was submitted, now or, if this is a duplicate, by an earlier call. */
public final class Submitted extends ExecutionReference {
    private final boolean duplicate;

    Submitted(FabricParts fabric, CreateExecutionOutcome outcome) {
        super(fabric, outcome.executionId());
        this.duplicate = outcome instanceof CreateExecutionOutcome.Duplicate;
    }

    /** Whether the id or the idempotency key was used before, so that nothing new was stored. */
    public boolean isDuplicate() {
        return duplicate;
    }
}
