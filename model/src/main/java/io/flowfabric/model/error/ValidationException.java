package io.flowfabric.model.error;

import io.flowfabric.model.error.code.ErrorKind;

/** The call itself is wrong, regardless of the state of the store. Nothing was read or written for it. */
public non-sealed class ValidationException extends EngineException {

    private static final long serialVersionUID = 1L;

    /**
     * Carries an error of kind {@link ErrorKind#VALIDATION}.
     *
     * @throws IllegalArgumentException for an error of another kind
     */
    public ValidationException(EngineError error) {
        super(ErrorKind.VALIDATION, error, "", null);
    }
}
