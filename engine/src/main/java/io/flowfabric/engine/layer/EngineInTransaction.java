package io.flowfabric.engine.layer;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import java.sql.Connection;

/** An engine whose calls are made in a transaction of the caller, transparently for layers. */
record EngineInTransaction(Connection connection, Engine next) implements Engine {

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        return next.callIn(connection, operation, arguments);
    }

    /** Does nothing: the engine belongs to the code that opened it. */
    @Override
    public void close() {}
}
