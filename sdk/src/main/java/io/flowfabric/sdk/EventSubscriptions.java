package io.flowfabric.sdk;

import io.flowfabric.model.error.UnavailableException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The running subscriptions of a {@link FlowFabric}. Safe for use by any thread. */
final class EventSubscriptions {
    private final Set<EventSubscription> running = ConcurrentHashMap.newKeySet();
    private boolean closed;

    /** @param create is given what to do with the subscription when it has been closed */
    synchronized EventSubscription start(Function<EventSubscriptions, EventSubscription> create) {
        if (closed) {
            throw new UnavailableException("events", "This FlowFabric is closed; open another one.");
        }
        var subscription = create.apply(this);
        running.add(subscription);
        return subscription.start();
    }

    void remove(EventSubscription subscription) {
        running.remove(subscription);
    }

    /** Closes them all, together. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        running.forEach(EventSubscription::stop);
        running.forEach(EventSubscription::close);
    }
}
