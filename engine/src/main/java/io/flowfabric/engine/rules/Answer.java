package io.flowfabric.engine.rules;

import io.flowfabric.model.error.EngineError;
import java.util.function.Function;

/** The answer to a call: a result, or a refusal as a value. */
public sealed interface Answer<R> {
    record Given<R>(R result) implements Answer<R> {}

    record Refused<R>(EngineError error) implements Answer<R> {}

    /** The same answer in other words; a refusal stays what it is. */
    default <S> Answer<S> map(Function<? super R, ? extends S> wording) {
        return this instanceof Refused<R> refused
                ? new Refused<>(refused.error())
                : new Given<>(wording.apply(((Given<R>) this).result()));
    }

    /** The result. Throws the exception of the refusal when it was refused. */
    default R orThrow() {
        if (this instanceof Refused<R> refused) {
            throw refused.error().toException();
        }
        return ((Given<R>) this).result();
    }
}
