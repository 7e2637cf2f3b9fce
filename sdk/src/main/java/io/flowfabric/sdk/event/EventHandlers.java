package io.flowfabric.sdk.event;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.event.OtherCompletionEvent;
import io.flowfabric.model.event.WorkerEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The handlers of a subscription: at most one for each type of event. */
final class EventHandlers {
    private static final Map<Class<?>, EventFamily> FAMILIES = Map.of(
            LeaseEvent.class, EventFamily.LEASE,
            CompletionEvent.class, EventFamily.COMPLETION,
            OtherCompletionEvent.class, EventFamily.COMPLETION,
            OperatorEvent.class, EventFamily.OPERATOR,
            InstanceTagEvent.class, EventFamily.INSTANCE_TAG,
            WorkerEvent.class, EventFamily.WORKER);

    /** A handler that casts the event to its type. */
    private interface Step {
        void handle(Event event) throws Exception;
    }

    private final Map<Class<?>, Step> byType = new LinkedHashMap<>();

    /** Adds a handler for a type, or for all types below it. Fails with {@code invalid_input} if one has a handler. */
    <E extends Event> void add(Class<E> type, EventHandler<? super E> handler) {
        for (Class<?> concrete : concrete(type).toList()) {
            if (byType.putIfAbsent(concrete, event -> handler.handle(type.cast(event))) != null) {
                throw EngineError.of(
                                ErrorCode.INVALID_INPUT,
                                "handlers: two of " + concrete.getSimpleName(),
                                "A type of event has one handler; distinguish cases inside it.")
                        .toException();
            }
        }
    }

    boolean isEmpty() {
        return byType.isEmpty();
    }

    /** The families that the handled types belong to. */
    Set<EventFamily> families() {
        return byType.keySet().stream().map(FAMILIES::get).collect(Collectors.toSet());
    }

    /** Hands an event to its handler, if it has one. */
    void handle(Event event) throws Exception {
        var handler = byType.get(event.getClass());
        if (handler != null) {
            handler.handle(event);
        }
    }

    private static Stream<Class<?>> concrete(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(EventHandlers::concrete)
                : Stream.of(type);
    }
}
