package io.flowfabric.server.http;

import io.flowfabric.engine.Engine;

/** What of the engine somebody sees and touches. Called for every request, by many threads at once. */
@FunctionalInterface
public interface EngineView {
    /** The engine of a principal; closing it closes nothing. */
    Engine of(Principal principal);

    /**
     * The engine that takes back what a principal was answered: it understands what that principal was told, and does not
     * ask whether its key is still in force. Closing it closes nothing.
     */
    default Engine undoing(Principal principal) {
        return of(principal);
    }
}
