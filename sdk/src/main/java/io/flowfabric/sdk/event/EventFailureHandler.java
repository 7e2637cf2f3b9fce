package io.flowfabric.sdk.event;

import io.flowfabric.model.event.Event;

/** Decides about an event whose {@link EventHandler} failed. Called on the handler's thread. */
@FunctionalInterface
public interface EventFailureHandler {

    /** The decision. */
    enum Verdict {
        /** It is handled again after a pause; no later event is handled before. */
        RETRY,
        /** It counts as handled. */
        SKIP
    }

    /**
     * Decides about an event. Failing itself means {@link Verdict#RETRY}.
     *
     * @param failure what the handler threw
     * @param tries how often this subscriber has tried the event, from 1
     */
    Verdict decide(Event event, Throwable failure, int tries);
}
