package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.read.CursorReads;
import io.flowfabric.engine.store.read.EventReads.Positioned;
import io.flowfabric.engine.store.read.WorkerReads;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.worker.RegisteredWorker;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What calls left behind in the store: executions, with their grants and attempts, and events. */
final class StoredEffects {
    private static final int ALL = 10_000;

    private final Store store;
    private final List<Positioned> events;
    private final Map<ExecutionId, Stored> stored = new HashMap<>();

    private final List<RegisteredWorker> workers;
    private final List<NamedCursor> cursors;

    private StoredEffects(Store store, List<Positioned> events) {
        this.store = store;
        this.events = events;
        this.workers = store.read(
                Stored.deadline(),
                tx -> tx.workers().list(new WorkerReads.Scan(Optional.empty(), Optional.empty(), Long.MIN_VALUE, ALL)));
        this.cursors = store.read(
                Stored.deadline(),
                tx -> tx.cursors().list(new CursorReads.Scan(Optional.empty(), Optional.empty(), ALL)));
    }

    /** @param place what was appended behind it */
    static StoredEffects of(Store store, long place) {
        var events = store.read(Stored.deadline(), tx -> tx.events().after(place, ALL));
        return new StoredEffects(
                store, events.stream().map(Positioned.class::cast).toList());
    }

    /** The place behind the last event; the one given when there is none. */
    long end(long place) {
        return events.isEmpty() ? place : events.get(events.size() - 1).position();
    }

    /**
     * The first thing in which it is not what the calls that were rehearsed last would leave behind.
     *
     * @param concerned executions to compare, besides those that they changed
     */
    Optional<String> differenceTo(ModelTrial rehearsal, Set<ExecutionId> concerned) {
        var world = rehearsal.world();
        var ids = new HashSet<>(world.takeTouched());
        ids.addAll(concerned);
        load(ids);
        for (var id : ids) {
            var expected = Stored.of(world.find(id));
            if (!stored.get(id).equals(expected)) {
                return Optional.of("stored is %s, the rules leave %s".formatted(stored.get(id), expected));
            }
        }
        var others = differenceOf("workers", workers, world.workers().values())
                .or(() -> differenceOf("cursors", cursors, world.cursors().values()));
        if (others.isPresent()) {
            return others;
        }
        var happened = Outbox.bySubject(events.stream().map(Positioned::event).toList());
        Map<String, List<Event>> expected = Outbox.bySubject(rehearsal.takeNews());
        return happened.equals(expected)
                ? Optional.empty()
                : Optional.of("the events are %s, the rules append %s".formatted(happened, expected));
    }

    private static <T> Optional<String> differenceOf(String what, List<T> stored, Collection<T> expected) {
        return stored.equals(List.copyOf(expected))
                ? Optional.empty()
                : Optional.of("stored %s are %s, the rules leave %s".formatted(what, stored, expected));
    }

    private void load(Set<ExecutionId> ids) {
        var missing = new HashSet<>(ids);
        missing.removeAll(stored.keySet());
        if (!missing.isEmpty()) {
            stored.putAll(Stored.in(store, missing));
        }
    }
}
