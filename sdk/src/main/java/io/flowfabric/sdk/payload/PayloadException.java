package io.flowfabric.sdk.payload;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;

/** A value that cannot be turned into bytes, or bytes that cannot be turned into a value. */
public final class PayloadException extends ValidationException {
    private static final long serialVersionUID = 1L;

    public PayloadException(String problem, String wayOut) {
        super(EngineError.of(ErrorCode.INVALID_INPUT, problem, wayOut));
    }
}
