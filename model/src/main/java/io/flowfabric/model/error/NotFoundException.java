package io.flowfabric.model.error;

import io.flowfabric.model.error.code.ErrorKind;

/** The addressed record does not exist. */
public final class NotFoundException extends EngineException {

    private static final long serialVersionUID = 1L;

    private static final String SUFFIX = "_not_found";

    /**
     * Carries an error of kind {@link ErrorKind#NOT_FOUND}.
     *
     * @throws IllegalArgumentException for an error of another kind
     */
    public NotFoundException(EngineError error) {
        super(ErrorKind.NOT_FOUND, error, "", null);
    }

    /** What was not found: {@code execution}, {@code flow}, {@code attempt}, {@code budget}, … */
    public String entity() {
        String literal = code().literal();
        return literal.substring(0, literal.length() - SUFFIX.length());
    }
}
