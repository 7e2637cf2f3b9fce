package io.flowfabric.model.op.lease;

import io.flowfabric.model.json.Outcome;

/** What came of failing an attempt. */
public sealed interface FailOutcome extends Outcome {
    /**
     * Another attempt will be made.
     *
     * @param delayUntil when it becomes eligible; 0 when a repeated call finds it promoted already
     * @param nextAttemptIndex the index that attempt will have
     */
    record RetryScheduled(long delayUntil, int nextAttemptIndex) implements FailOutcome {}

    /** The execution has failed for good. */
    record TerminalFailed() implements FailOutcome {}
}
