package io.flowfabric.engine.layer;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.model.op.NoArguments;
import java.io.IOException;

/** Calls to try layers with. */
final class Trial {
    private Trial() {}

    /** Makes a call that all engines know. */
    static void ping(Engine engine) {
        Object ignored = engine.call(Catalogue.BACKEND_LABEL, NoArguments.NONE);
    }

    static EngineException unreachable() {
        return new TransportException("sqlite", TransportKind.TRANSPORT, new IOException("connection reset"));
    }

    static EngineException refusal() {
        return EngineError.of(ErrorCode.EXECUTION_NOT_FOUND).toException();
    }
}
