package io.flowfabric.server;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;

/** An engine that refuses every call. */
record RefusingEngine(RuntimeException why) implements Engine {
    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        throw why;
    }

    /** Needed to start a server. */
    @Override
    public byte[] secret(String name) {
        return new byte[32];
    }

    @Override
    public void close() {}
}
