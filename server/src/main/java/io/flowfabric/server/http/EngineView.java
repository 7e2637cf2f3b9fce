package io.flowfabric.server.http;

import io.flowfabric.engine.Engine;

/** What of the engine somebody sees and touches. Called for every request, by many threads at once. */
@FunctionalInterface
public interface EngineView {
    /** The engine of a principal; closing it closes nothing. */
    Engine of(Principal principal);
}
