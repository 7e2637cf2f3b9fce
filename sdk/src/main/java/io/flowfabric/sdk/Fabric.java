package io.flowfabric.sdk;

import io.flowfabric.engine.Engine;

/** What the parts of an open {@link FlowFabric} share. */
record Fabric(Engine engine, FabricOptions options, Workers workers, Endings endings) {
    Fabric(Engine engine, FabricOptions options) {
        this(engine, options, new Workers(engine), new Endings(engine));
    }

    PayloadCodec codec() {
        return Decoding.checked(options.codec());
    }
}
