package io.flowfabric.model.error;

import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.ErrorKind;
import org.jspecify.annotations.Nullable;

/** The engine cannot serve the call now: it is shutting down, never reached its store, or has no signing key. */
public final class UnavailableException extends EngineException {

    private static final long serialVersionUID = 1L;

    private static final String OP = "op";

    /**
     * Carries an error of kind {@link ErrorKind#UNAVAILABLE}.
     *
     * @throws IllegalArgumentException for an error of another kind
     */
    public UnavailableException(EngineError error) {
        this(error, "", null);
    }

    /** The operation {@code op} cannot be served; {@code explanation} says why and what to do. */
    public UnavailableException(String op, String explanation) {
        this(EngineError.of(ErrorCode.UNAVAILABLE, op, explanation).with(OP, op), "", null);
    }

    private UnavailableException(EngineError error, String context, @Nullable Throwable cause) {
        super(ErrorKind.UNAVAILABLE, error, context, cause);
    }

    /** What is unavailable: an operation, or {@code waitpoint_hmac} for want of a usable signing key. */
    public String op() {
        return error().named(OP).orElse(code() == ErrorCode.UNAVAILABLE ? detail() : "waitpoint_hmac");
    }

    @Override
    public UnavailableException withContext(String label) {
        return new UnavailableException(error(), labelled(label), this);
    }
}
