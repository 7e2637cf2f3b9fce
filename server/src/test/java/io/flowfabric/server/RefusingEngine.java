package io.flowfabric.server;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;

/** An engine that refuses whatever it is asked for. */
record RefusingEngine(RuntimeException why) implements Engine {
    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        throw why;
    }

    /** Without one no server starts. */
    @Override
    public byte[] secret(String name) {
        return new byte[32];
    }

    @Override
    public void close() {}
}
