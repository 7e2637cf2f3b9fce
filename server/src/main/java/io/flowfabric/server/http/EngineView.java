package io.flowfabric.server.http;

import io.flowfabric.engine.Engine;

/** The engine as a principal may use it. Called for every request, by many threads at once. */
@FunctionalInterface
public interface EngineView {
    /** The engine of a principal; closing it closes nothing. */
    Engine of(Principal principal);

    /**
     * The engine that takes back answers which a principal did not receive: it understands the ids and cursors that the
     * principal was given, and does not check whether its key is still in force. Closing it closes nothing.
     */
    default Engine undoing(Principal principal) {
        return of(principal);
    }
}
