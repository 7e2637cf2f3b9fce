package io.flowfabric.model.error;

/** The call itself is wrong, whatever the state of the store. Nothing was read or written on its behalf. */
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
