package io.flowfabric.server;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.op.Payload;
import java.util.Optional;

/** An engine whose executions all have a result of more bytes than a client gets that does not read. */
record LargeResults(Engine engine) implements EngineInFront {
    static final int BYTES = 20_000_000;

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        if (!operation.equals(Catalogue.GET_EXECUTION_RESULT)) {
            return engine.call(operation, arguments);
        }
        @SuppressWarnings("unchecked") // what this operation answers
        R result = (R) Optional.of(Payload.of(new byte[BYTES]));
        return result;
    }
}
