package io.flowfabric.sdk.event;

import io.flowfabric.engine.Engine;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.sdk.config.FabricOptions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The running event subscriptions of one {@code FlowFabric}, which it closes with itself. Safe for use by any thread.
 */
public final class RunningSubscriptions {
    private final Engine engine;
    private final FabricOptions options;
    private final Set<EventSubscription> running = ConcurrentHashMap.newKeySet();
    private boolean closed;

    /** On an engine that the caller closes after the subscriptions. */
    public RunningSubscriptions(Engine engine, FabricOptions options) {
        this.engine = engine;
        this.options = options;
    }

    /** A subscription under a name. */
    public EventSubscriptionBuilder builder(String name) {
        return new EventSubscriptionBuilder(this, name);
    }

    Engine engine() {
        return engine;
    }

    FabricOptions options() {
        return options;
    }

    /** @param create gets the action to run when the subscription has been closed */
    synchronized EventSubscription start(Function<RunningSubscriptions, EventSubscription> create) {
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

    /** Closes all of them concurrently, and refuses new ones. */
    public void close() {
        synchronized (this) {
            closed = true;
        }
        running.forEach(EventSubscription::stop);
        running.forEach(EventSubscription::close);
    }
}
