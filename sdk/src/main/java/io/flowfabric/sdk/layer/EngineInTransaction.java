package io.flowfabric.sdk.layer;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import java.sql.Connection;

/** An engine whose calls are made in a transaction of the caller, so that a layer need not know of it. */
record EngineInTransaction(Connection connection, Engine next) implements Engine {

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        return next.callIn(connection, operation, arguments);
    }

    /** It belongs to whoever opened it. */
    @Override
    public void close() {}
}
