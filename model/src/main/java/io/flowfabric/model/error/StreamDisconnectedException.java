package io.flowfabric.model.error;

import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.ErrorKind;

/** A subscription ended. Nothing is lost: subscribe again from {@link #cursor()}. */
public final class StreamDisconnectedException extends EngineException {

    private static final long serialVersionUID = 1L;

    private static final String CURSOR = "cursor";

    /**
     * Carries an error of kind {@link ErrorKind#STREAM_DISCONNECTED}.
     *
     * @throws IllegalArgumentException for an error of another kind
     */
    public StreamDisconnectedException(EngineError error) {
        super(ErrorKind.STREAM_DISCONNECTED, error, "", null);
    }

    /** The subscription ended after {@code cursor}, in its text form. */
    public StreamDisconnectedException(String cursor) {
        this(EngineError.of(ErrorCode.STREAM_DISCONNECTED, "", "Subscribe again from cursor '" + cursor + "'.")
                .with(CURSOR, cursor));
    }

    /** Where to go on, in text form; empty, which means from now, when nothing was read yet. */
    public String cursor() {
        return error().named(CURSOR).orElse("");
    }
}
