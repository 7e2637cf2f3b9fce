package io.flowfabric.model.op.timer;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.json.Outcome;

/** What came of an attempt timeout or a deadline. */
public sealed interface ExpireOutcome extends Outcome {
    /** The execution has expired. */
    record Expired(ExecutionId executionId) implements ExpireOutcome {}

    /** The attempt took too long; another one will be made. */
    record RetryScheduled(long delayUntil, int nextAttemptIndex) implements ExpireOutcome {}

    /** The execution had ended before. */
    record AlreadyTerminal() implements ExpireOutcome {}

    /** The timer does not concern the current attempt, or its time has not come. */
    record NotDue() implements ExpireOutcome {}
}
