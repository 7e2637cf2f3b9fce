package io.flowfabric.model.error;

import io.flowfabric.model.error.code.ErrorKind;

/** A rule of the engine itself was broken; nothing was written. */
public final class BugException extends EngineException {

    private static final long serialVersionUID = 1L;

    /**
     * Carries an error of kind {@link ErrorKind#BUG}.
     *
     * @throws IllegalArgumentException for an error of another kind
     */
    public BugException(EngineError error) {
        super(ErrorKind.BUG, error, "", null);
    }
}
