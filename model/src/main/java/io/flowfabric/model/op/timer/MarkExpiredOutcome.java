package io.flowfabric.model.op.timer;

import io.flowfabric.model.json.Outcome;

/** What came of {@code mark_lease_expired_if_due}. */
public sealed interface MarkExpiredOutcome extends Outcome {
    /** The lease is marked expired; the execution waits to be reclaimed. */
    record MarkedExpired() implements MarkExpiredOutcome {}

    /** There was nothing to do, for the reason given. */
    record AlreadySatisfied(String reason) implements MarkExpiredOutcome {}
}
