package io.flowfabric.sdk.worker;

import io.flowfabric.model.op.Payload;
import java.util.Optional;

/** The outcome of an attempt, before it is reported to the engine. */
sealed interface AttemptOutcome {
    /** The handler succeeded. */
    record Success(Optional<Payload> result) implements AttemptOutcome {}

    /** The handler has reported the outcome to the engine itself. */
    record Reported() implements AttemptOutcome {}

    /** The handler failed, or could not be called. The category decides about a retry. */
    record Failure(String message, String category) implements AttemptOutcome {}
}
