package io.flowfabric.store.testkit.chaos;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The outbox as read by a subscriber that began at its start and keeps the cursor. Used by one thread. */
final class EventLog {
    private static final int PAGE = 1000;

    private final Client client;
    private final List<EventItem> items = new ArrayList<>();
    private final Map<ExecutionId, EventLife> lives = new HashMap<>();
    private final Map<ExecutionId, Integer> completions = new HashMap<>();
    private final List<String> contradictions = new ArrayList<>();
    private EventCursor cursor = EventCursor.START;

    EventLog(Client client) {
        this.client = client;
    }

    /** Reads the next page, waiting for a first event; answers whether there was one. */
    boolean read(Duration wait) {
        var request = new SubscribeEvents(Set.of(), cursor, ScannerFilter.NONE, PAGE, wait.toMillis());
        var page = client.engine().call(Catalogue.SUBSCRIBE_EVENTS, request);
        page.events().forEach(this::take);
        cursor = page.cursor();
        return !page.events().isEmpty();
    }

    /** Reads all there is. */
    EventLog readToTheEnd() {
        boolean more = true;
        while (more) {
            more = read(Duration.ZERO);
        }
        return this;
    }

    /** Everything it was shown, in the order it was shown. */
    List<EventItem> items() {
        return items;
    }

    /** The executions it knows of, and what it knows. */
    Map<ExecutionId, EventLife> lives() {
        return lives;
    }

    /** How often each execution has ended. */
    Map<ExecutionId, Integer> completions() {
        return completions;
    }

    /** Where an event cannot follow those before it. */
    List<String> contradictions() {
        return contradictions;
    }

    /** What was done, as far as it is reported. */
    Set<StormAction> actions() {
        return items.stream()
                .flatMap(item -> StormAction.reportedBy(event(item)).stream())
                .collect(Collectors.toSet());
    }

    private void take(EventItem item) {
        if (!items.isEmpty() && place(item) <= place(items.get(items.size() - 1))) {
            contradictions.add(item + " came after " + items.get(items.size() - 1));
        }
        items.add(item);
        if (event(item) instanceof ExecutionEvent event) {
            tell(event);
        }
    }

    private void tell(ExecutionEvent event) {
        var id = event.subject().executionId();
        if (event instanceof CompletionEvent) {
            completions.merge(id, 1, Integer::sum);
        }
        try {
            lives.put(id, lives.getOrDefault(id, EventLife.UNTOLD).after(event));
        } catch (IllegalStateException impossible) {
            contradictions.add(impossible.getMessage());
        }
    }

    /** Nothing is damaged here, so every item is an event. */
    private static Event event(EventItem item) {
        return ((EventItem.Delivered) item).event();
    }

    private static long place(EventItem item) {
        return item.cursor().number().orElseThrow();
    }
}
