package io.flowfabric.sdk.event;

import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.filter.ScannerFilter.InstanceTag;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.internal.StopSignal;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Configures and starts a subscription. Options that are not set keep their defaults. Belongs to one thread. An invalid
 * value fails with {@code invalid_input}, here or in {@link #start()}.
 */
public final class EventSubscriptionBuilder {
    private static final Duration LONGEST_TTL = Duration.ofMillis(Limits.CURSOR_LEASE_MS);

    private final RunningSubscriptions subscriptions;
    private final CursorName name;
    private final EventHandlers handlers = new EventHandlers();
    private Namespace namespace;
    private Optional<InstanceTag> tag = Optional.empty();
    private EventCursor start = EventCursor.FROM_NOW;
    private Duration leaseTtl = Duration.ofSeconds(30);
    private EventFailureHandler onFailure = (event, failure, tries) -> EventFailureHandler.Verdict.RETRY;
    private Runnable onGap = () -> {};

    EventSubscriptionBuilder(RunningSubscriptions subscriptions, String name) {
        this.subscriptions = subscriptions;
        this.name = new CursorName(name);
        this.namespace = subscriptions.options().namespace();
    }

    /**
     * Handles the events of a type, such as {@link io.flowfabric.model.event.CompletionEvent}, or of every type below
     * an interface, such as {@link io.flowfabric.model.event.ExecutionEvent}. An event has one handler: a second one
     * for the same type is refused. Events without a handler are skipped.
     */
    public <E extends Event> EventSubscriptionBuilder on(Class<E> type, EventHandler<? super E> handler) {
        handlers.add(Objects.requireNonNull(type, "type"), Objects.requireNonNull(handler, "handler"));
        return this;
    }

    /**
     * Starts a new name with the oldest event that is kept. Unless this is called, a new name starts with events that
     * happen from then on. A known name goes on where it stopped, in either case.
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
     * Only events of this namespace, to which the name belongs as well; that of the {@link FlowFabric} unless set. The
     * same name in another namespace is another subscription.
     */
    public EventSubscriptionBuilder namespace(String value) {
        namespace = new Namespace(Objects.requireNonNull(value, "namespace"));
        return this;
    }

    /**
     * Decides about an event whose handler failed. Unless set, the event is handled again after 50 ms, doubling to a
     * second, until it succeeds; later events wait.
     */
    public EventSubscriptionBuilder onFailure(EventFailureHandler handler) {
        onFailure = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Called, besides a warning in the log, when events were trimmed before this name read them; it may query the
     * executions themselves, for instance. Called on the handlers' thread, and again while it fails.
     */
    public EventSubscriptionBuilder onGap(Runnable action) {
        onGap = Objects.requireNonNull(action, "action");
        return this;
    }

    /**
     * How long other subscribers wait without a renewal before one of them acquires the cursor; 30 seconds unless set,
     * 10 ms to a day. Short leases cost renewals and are lost in a long pause of this process; long ones delay the
     * replacement.
     */
    public EventSubscriptionBuilder leaseTtl(Duration value) {
        if (Objects.requireNonNull(value, "leaseTtl").toMillis() < 10 || value.compareTo(LONGEST_TTL) > 0) {
            throw invalid("lease_ttl: " + value, "Pass a duration from 10 ms to " + LONGEST_TTL + ".");
        }
        leaseTtl = value;
        return this;
    }

    /**
     * Starts the subscription. It runs until it is closed, or the {@link FlowFabric} is, and keeps the process alive.
     *
     * @throws EngineException {@code invalid_input} if it has no handler, {@code unavailable} after the close
     */
    public EventSubscription start() {
        if (handlers.isEmpty()) {
            throw invalid("handlers: none given", "Add at least one with on(type, handler).");
        }
        var settings = new SubscriptionSettings(
                new CursorKey(namespace, name),
                new SubscriberId(ProcessHandle.current().pid() + "-" + UUID.randomUUID()),
                start,
                new ScannerFilter(Optional.of(namespace), tag),
                leaseTtl);
        var stop = new StopSignal();
        var delivery = new EventDelivery(name.value(), handlers, new EventDelivery.Callbacks(onFailure, onGap), stop);
        var loop = new EventLoop(subscriptions.engine(), settings, handlers.families(), delivery, stop);
        return subscriptions.start(all -> new EventSubscription(name.value(), loop, stop, all::remove));
    }

    private static EngineException invalid(String detail, String wayOut) {
        return EngineError.of(ErrorCode.INVALID_INPUT, detail, wayOut).toException();
    }
}
