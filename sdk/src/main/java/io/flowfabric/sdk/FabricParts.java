package io.flowfabric.sdk;

import io.flowfabric.engine.Engine;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.internal.Decoding;
import io.flowfabric.sdk.payload.PayloadCodec;

/** What the parts of an open {@link FlowFabric} share. */
record FabricParts(Engine engine, FabricOptions options, CompletionFollower endings) {
    FabricParts(Engine engine, FabricOptions options) {
        this(engine, options, new CompletionFollower(engine));
    }

    PayloadCodec codec() {
        return Decoding.checked(options.codec());
    }
}
