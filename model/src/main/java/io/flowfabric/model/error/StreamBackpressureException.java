package io.flowfabric.model.error;

import io.flowfabric.model.error.code.ErrorKind;

/** A subscriber reads too slowly. The subscription goes on. */
public final class StreamBackpressureException extends EngineException {

    private static final long serialVersionUID = 1L;

    /**
     * Carries an error of kind {@link ErrorKind#STREAM_BACKPRESSURE}.
     *
     * @throws IllegalArgumentException for an error of another kind
     */
    public StreamBackpressureException(EngineError error) {
        super(ErrorKind.STREAM_BACKPRESSURE, error, "", null);
    }
}
