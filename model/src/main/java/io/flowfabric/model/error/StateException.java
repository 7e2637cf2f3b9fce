package io.flowfabric.model.error;

import io.flowfabric.model.error.code.ErrorKind;

/** The record is in a state that does not allow the call. */
public final class StateException extends EngineException {

    private static final long serialVersionUID = 1L;

    /**
     * Carries an error of kind {@link ErrorKind#STATE}.
     *
     * @throws IllegalArgumentException for an error of another kind
     */
    public StateException(EngineError error) {
        super(ErrorKind.STATE, error, "", null);
    }
}
