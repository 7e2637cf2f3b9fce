package io.flowfabric.sdk;

import io.flowfabric.model.op.Payload;
import java.util.Optional;

/** What became of an attempt, before the engine knows. */
sealed interface Outcome {
    /** The handler ended well. */
    record Success(Optional<Payload> result) implements Outcome {}

    /** The handler has told the engine itself. */
    record Told() implements Outcome {}

    /** The handler, or the way to it, failed. The category decides about a retry. */
    record Failure(String message, String category) implements Outcome {}
}
