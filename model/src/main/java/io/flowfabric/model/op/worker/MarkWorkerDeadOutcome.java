package io.flowfabric.model.op.worker;

import io.flowfabric.model.json.Outcome;

/** What came of {@code mark_worker_dead}. */
public sealed interface MarkWorkerDeadOutcome extends Outcome {
    /** The worker is no longer registered. */
    record Marked() implements MarkWorkerDeadOutcome {}

    /** There was no such worker. */
    record NotRegistered() implements MarkWorkerDeadOutcome {}
}
