package io.flowfabric.engine.rules;

import io.flowfabric.model.error.EngineError;

/** What a call is told: a result, or a refusal as a value. */
public sealed interface Answer<R> {
    record Given<R>(R result) implements Answer<R> {}

    record Refused<R>(EngineError error) implements Answer<R> {}

    /** The result. Throws the exception of the refusal when it was refused. */
    default R orThrow() {
        if (this instanceof Refused<R> refused) {
            throw refused.error().toException();
        }
        return ((Given<R>) this).result();
    }
}
