package io.flowfabric.model.error.code;

import io.flowfabric.model.Literal;
import io.flowfabric.model.error.EngineException;
import java.util.Locale;

/** The family of an error; each family has its own subclass of {@link EngineException}. */
public enum ErrorKind implements Literal {
    /** The addressed record does not exist. */
    NOT_FOUND(ErrorClass.TERMINAL),
    /** The call itself is wrong, regardless of the state of the store. */
    VALIDATION(ErrorClass.TERMINAL),
    /** Another caller was faster, or it is not this record's turn. */
    CONTENTION(ErrorClass.RETRYABLE),
    /** The call contradicts what is stored. */
    CONFLICT(ErrorClass.TERMINAL),
    /** The record is in a state that does not allow the call. */
    STATE(ErrorClass.TERMINAL),
    /** A rule of the engine itself was broken. */
    BUG(ErrorClass.BUG),
    /** The store or the server could not be talked to, or answered nonsense. */
    TRANSPORT(ErrorClass.TERMINAL),
    /** The engine cannot serve the call now: it shuts down, never reached its store, or has no signing key. */
    UNAVAILABLE(ErrorClass.TERMINAL),
    /** A bounded pool or queue is full. */
    RESOURCE_EXHAUSTED(ErrorClass.RETRYABLE),
    /** No answer in time. */
    TIMEOUT(ErrorClass.TERMINAL),
    /** A subscription ended and can be resumed from a cursor. */
    STREAM_DISCONNECTED(ErrorClass.TERMINAL),
    /** A subscriber reads too slowly; the subscription goes on. */
    STREAM_BACKPRESSURE(ErrorClass.INFORMATIONAL);

    private final ErrorClass usualClass;
    private final String literal = name().toLowerCase(Locale.ROOT);

    ErrorKind(ErrorClass usualClass) {
        this.usualClass = usualClass;
    }

    @Override
    public String literal() {
        return literal;
    }

    /** The class of an error of this kind whose code does not say otherwise. */
    ErrorClass usualClass() {
        return usualClass;
    }
}
