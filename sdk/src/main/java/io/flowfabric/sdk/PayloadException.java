package io.flowfabric.sdk;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.error.ValidationException;

/** A value that cannot be turned into bytes, or bytes that cannot be turned into a value. */
final class PayloadException extends ValidationException {
    private static final long serialVersionUID = 1L;

    PayloadException(String problem, String wayOut) {
        super(EngineError.of(ErrorCode.INVALID_INPUT, problem, wayOut));
    }
}
