package io.flowfabric.store.testkit.modelled;

import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.id.ExecutionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The events that should be there. Those of the step under way have no position yet: the store numbers them, and events
 * of
 * different subjects may come in any order. From the next step on they stand where the store delivered them.
 */
final class Outbox {
    private final List<Event> news = new ArrayList<>();
    private final SortedMap<Long, Event> placed = new TreeMap<>();
    private long trimmedTo;

    /** Appends events; a worker event that is there already is not repeated. */
    void append(List<Event> events) {
        for (Event event : events) {
            if (!(event instanceof WorkerEvent worker) || !isKnown(worker)) {
                news.add(event);
            }
        }
    }

    /** What the step under way appended. */
    List<Event> news() {
        return List.copyOf(news);
    }

    /** Gives the events of this step the positions at which they were delivered. */
    void place(SortedMap<Long, Event> delivered) {
        placed.putAll(delivered);
        news.clear();
    }

    /** All events behind a position. */
    SortedMap<Long, Event> behind(long place) {
        return placed.tailMap(place + 1);
    }

    /** The events of workers, which belong to no execution. */
    Stream<Event> ofWorkers() {
        return placed.values().stream().filter(WorkerEvent.class::isInstance);
    }

    /** The position of the newest event, as far as one is kept. */
    long newest() {
        return placed.isEmpty() ? trimmedTo : Math.max(placed.lastKey(), trimmedTo);
    }

    /** The newest position whose event is gone. */
    long trimmedTo() {
        return trimmedTo;
    }

    void forget(ExecutionId id) {
        forgetAll(event -> event instanceof ExecutionEvent about
                && about.subject().executionId().equals(id));
    }

    void forgetWorkersUpTo(long moment) {
        forgetAll(event -> event instanceof WorkerEvent && event.occurredAt() <= moment);
    }

    /** Events by execution or worker, each in their order. */
    static Map<String, List<Event>> bySubject(Collection<Event> events) {
        var all = new TreeMap<String, List<Event>>();
        events.forEach(event ->
                all.computeIfAbsent(subject(event), none -> new ArrayList<>()).add(event));
        return all;
    }

    private static String subject(Event event) {
        return event instanceof ExecutionEvent about
                ? about.subject().executionId().toString()
                : ((WorkerEvent) event).worker().toString();
    }

    private void forgetAll(Predicate<Event> gone) {
        trimmedTo = placed.entrySet().stream()
                .filter(entry -> gone.test(entry.getValue()))
                .mapToLong(Map.Entry::getKey)
                .reduce(trimmedTo, Math::max);
        placed.values().removeIf(gone);
    }

    private boolean isKnown(WorkerEvent event) {
        return placed.values().stream().anyMatch(known -> isSame(known, event))
                || news.stream().anyMatch(known -> isSame(known, event));
    }

    private static boolean isSame(Event known, WorkerEvent event) {
        return known instanceof WorkerEvent other
                && other.worker().equals(event.worker())
                && other.kind() == event.kind()
                && other.occurredAt() == event.occurredAt();
    }
}
