package io.flowfabric.store.testkit.modelled;

import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.id.ExecutionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The events that should be there. Those of the step under way have no position yet: the store numbers them, and events
 * of different subjects may come in any order. From the next step on they stand where the store delivered them. Which of those
 * that may be trimmed are gone is the store's choice, within bounds.
 */
final class Outbox {
    private final List<Event> news = new ArrayList<>();
    private final SortedMap<Long, Event> placed = new TreeMap<>();
    private final Set<List<Object>> toldOfWorkers = new HashSet<>();
    private long trimmedTo;
    private long mayGoBy = Long.MIN_VALUE;
    private long outlivedBy = Long.MIN_VALUE;

    /** Appends events; a worker event that was told already is not repeated. */
    void append(List<Event> events) {
        for (Event event : events) {
            if (!(event instanceof WorkerEvent worker)
                    || toldOfWorkers.add(List.of(worker.worker(), worker.kind(), worker.occurredAt()))) {
                news.add(event);
            }
        }
    }

    /** The front was trimmed of what happened by a time, and in any case of what happened by an earlier one. */
    void trimmed(long occurredBy, long inAnyCaseBy) {
        mayGoBy = Math.max(mayGoBy, occurredBy);
        outlivedBy = Math.max(outlivedBy, inAnyCaseBy);
    }

    /** What may be gone, given which executions are kept. */
    SortedMap<Long, Event> trimmable(Predicate<ExecutionId> kept) {
        return ofNone(kept, mayGoBy);
    }

    /** What must be gone, likewise. The outbox is trimmed from its front: a later event keeps what stands behind it. */
    SortedMap<Long, Event> outlived(Predicate<ExecutionId> kept) {
        var all = ofNone(kept, outlivedBy);
        var later = placed.entrySet().stream()
                .filter(each -> each.getValue().occurredAt() > outlivedBy)
                .findFirst();
        return later.isEmpty() ? all : all.headMap(later.get().getKey());
    }

    /** Events at these positions are gone. */
    void remove(Set<Long> gone) {
        gone.forEach(position -> trimmedTo = Math.max(trimmedTo, position));
        placed.keySet().removeAll(gone);
    }

    /** When the oldest event was appended that has no place of its own beside the others. */
    OptionalLong front() {
        return placed.values().stream()
                .mapToLong(Event::occurredAt)
                .filter(at -> at > outlivedBy)
                .findFirst();
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

    private SortedMap<Long, Event> ofNone(Predicate<ExecutionId> kept, long occurredBy) {
        var all = new TreeMap<Long, Event>();
        placed.forEach((position, event) -> {
            boolean isKept = event instanceof ExecutionEvent about
                    && kept.test(about.subject().executionId());
            if (!isKept && event.occurredAt() <= occurredBy) {
                all.put(position, event);
            }
        });
        return all;
    }
}
