package io.flowfabric.model.error;

import io.flowfabric.model.error.code.ErrorKind;

/** The call contradicts what is stored. */
public final class ConflictException extends EngineException {

    private static final long serialVersionUID = 1L;

    /**
     * Carries an error of kind {@link ErrorKind#CONFLICT}.
     *
     * @throws IllegalArgumentException for an error of another kind
     */
    public ConflictException(EngineError error) {
        super(ErrorKind.CONFLICT, error, "", null);
    }
}
