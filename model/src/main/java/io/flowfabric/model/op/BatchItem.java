package io.flowfabric.model.op;

import io.flowfabric.model.error.EngineError;

/** What one item of a batch was told: what the single call would have answered, or why it was refused. */
public sealed interface BatchItem<R> {
    record Answered<R>(R answer) implements BatchItem<R> {}

    record Refused<R>(EngineError error) implements BatchItem<R> {}

    /** The answer. Throws the exception of the refusal when it was refused. */
    default R orThrow() {
        if (this instanceof Refused<R> refused) {
            throw refused.error().toException();
        }
        return ((Answered<R>) this).answer();
    }
}
