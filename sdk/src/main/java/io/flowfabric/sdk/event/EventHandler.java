package io.flowfabric.sdk.event;

import io.flowfabric.model.event.Event;

/**
 * Handles the events of an {@link EventSubscription}, one at a time and in commit order. It may see an event again
 * after a crash, so what it does must be safe to repeat. Its thread is interrupted when another subscriber holds the
 * cursor.
 *
 * @param <E> the events it takes
 */
@FunctionalInterface
public interface EventHandler<E extends Event> {
    /**
     * Handles an event; it counts as handled when this returns.
     *
     * @throws Exception anything; the event is then handled again, unless an {@link EventFailureHandler} says otherwise
     */
    void handle(E event) throws Exception;
}
