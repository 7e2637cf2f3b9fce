package io.flowfabric.sdk;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.filter.ScannerFilter.InstanceTag;
import io.flowfabric.model.id.CursorName;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.SubscriberId;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A subscription about to be started. What is not named keeps its default. Belongs to one thread. A value that breaks a
 * rule fails with {@code invalid_input}, here or in {@link #start()}.
 */
public final class EventSubscriptionBuilder {
    private static final Duration LONGEST_TTL = Duration.ofDays(1);

    private final Fabric fabric;
    private final EventSubscriptions subscriptions;
    private final CursorName name;
    private final EventHandlers handlers = new EventHandlers();
    private Namespace namespace;
    private Optional<InstanceTag> tag = Optional.empty();
    private EventCursor start = EventCursor.FROM_NOW;
    private Duration leaseTtl = Duration.ofSeconds(30);
    private EventFailureHandler onFailure = (event, failure, tries) -> EventFailureHandler.Verdict.RETRY;
    private Runnable onGap = () -> {};

    EventSubscriptionBuilder(Fabric fabric, EventSubscriptions subscriptions, String name) {
        this.fabric = fabric;
        this.subscriptions = subscriptions;
        this.name = new CursorName(name);
        this.namespace = fabric.options().namespace();
    }

    /**
     * Handles the events of a type, such as {@link io.flowfabric.model.event.CompletionEvent}, or of every type below an
     * interface, such as {@link io.flowfabric.model.event.ExecutionEvent}. An event has one handler: a second one for the
     * same type is refused. Events without a handler are passed over.
     */
    public <E extends Event> EventSubscriptionBuilder on(Class<E> type, EventHandler<? super E> handler) {
        handlers.add(Objects.requireNonNull(type, "type"), Objects.requireNonNull(handler, "handler"));
        return this;
    }

    /**
     * A name that is new begins with the oldest event that is kept. Unless this is called it begins with what happens from
     * then on. A name that is known goes on where it stopped, in either case.
     */
    public EventSubscriptionBuilder fromBeginning() {
        start = EventCursor.START;
        return this;
    }

    /** Only events of executions that carry this tag with this value. */
    public EventSubscriptionBuilder tag(String key, String value) {
        tag = Optional.of(new InstanceTag(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value")));
        return this;
    }

    /**
     * Only events of this namespace, which the name belongs to as well; that of the {@link FlowFabric} unless set. The
     * same name in another namespace is another subscription.
     */
    public EventSubscriptionBuilder namespace(String value) {
        namespace = new Namespace(Objects.requireNonNull(value, "namespace"));
        return this;
    }

    /**
     * What is to become of an event whose handler failed. Unless set, it is handled again after 50 ms, doubling to a
     * second, for as long as it takes; what happened later waits.
     */
    public EventSubscriptionBuilder onFailure(EventFailureHandler handler) {
        onFailure = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * What to do, besides a warning in the log, when events were trimmed before this name came to them: look at the
     * executions themselves, for instance. Called on the handlers' thread, and again while it fails.
     */
    public EventSubscriptionBuilder onGap(Runnable action) {
        onGap = Objects.requireNonNull(action, "action");
        return this;
    }

    /**
     * How long others wait for a sign of life before one of them takes over; 30 seconds unless set, 10 ms to a day. Short
     * leases cost renewals and are lost in a long pause of this process; long ones delay the takeover.
     */
    public EventSubscriptionBuilder leaseTtl(Duration value) {
        if (Objects.requireNonNull(value, "leaseTtl").toMillis() < 10 || value.compareTo(LONGEST_TTL) > 0) {
            throw invalid("lease_ttl: " + value, "A lease lasts 10 ms to " + LONGEST_TTL + ".");
        }
        leaseTtl = value;
        return this;
    }

    /**
     * Starts it. It runs until it is closed, or the {@link FlowFabric} is, and keeps the process alive.
     *
     * @throws EngineException {@code invalid_input} if it has no handler, {@code unavailable} after the close
     */
    public EventSubscription start() {
        if (handlers.isEmpty()) {
            throw invalid("handlers: none given", "Say what to do with on(type, …).");
        }
        var settings = new SubscriptionSettings(
                new CursorKey(namespace, name),
                new SubscriberId(ProcessHandle.current().pid() + "-" + UUID.randomUUID()),
                start,
                new ScannerFilter(Optional.of(namespace), tag),
                leaseTtl);
        var stop = new StopSignal();
        var delivery = new EventDelivery(name.value(), handlers, new EventDelivery.Concerns(onFailure, onGap), stop);
        var loop = new EventLoop(fabric.engine(), settings, handlers.families(), delivery, stop);
        return subscriptions.start(all -> new EventSubscription(name.value(), loop, stop, all::remove));
    }

    private static EngineException invalid(String detail, String wayOut) {
        return EngineError.of(ErrorCode.INVALID_INPUT, detail, wayOut).toException();
    }
}
