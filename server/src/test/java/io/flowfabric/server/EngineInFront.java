package io.flowfabric.server;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import java.util.concurrent.CompletableFuture;

/** An engine that wraps another, and closes it. */
interface EngineInFront extends Engine {
    /** The wrapped engine. */
    Engine engine();

    @Override
    default <A, R> R call(Operation<A, R> operation, A arguments) {
        return engine().call(operation, arguments);
    }

    @Override
    default <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        return engine().callAsync(operation, arguments);
    }

    @Override
    default byte[] secret(String name) {
        return engine().secret(name);
    }

    @Override
    default void close() {
        engine().close();
    }
}
