package io.flowfabric.model.error;

import io.flowfabric.model.error.code.ErrorKind;

/** Another caller was faster, or it is not this record's turn. Mostly worth a retry, see {@link #isRetryable()}. */
public final class ContentionException extends EngineException {

    private static final long serialVersionUID = 1L;

    /**
     * Carries an error of kind {@link ErrorKind#CONTENTION}.
     *
     * @throws IllegalArgumentException for an error of another kind
     */
    public ContentionException(EngineError error) {
        super(ErrorKind.CONTENTION, error, "", null);
    }
}
