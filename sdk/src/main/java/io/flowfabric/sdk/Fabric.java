package io.flowfabric.sdk;

import io.flowfabric.engine.Engine;

/** What the parts of an open {@link FlowFabric} share. */
record Fabric(Engine engine, FabricOptions options, Workers workers) {}
