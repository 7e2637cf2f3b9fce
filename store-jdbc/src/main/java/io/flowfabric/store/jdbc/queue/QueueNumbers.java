package io.flowfabric.store.jdbc.queue;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.execution.ExecutionIdentity;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.BoundedCache;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The numbers of queues that are committed, by what stands in them. One that is kept here may have been removed meanwhile:
 * the store finds that out in the transaction that uses it. Safe for use by any thread.
 */
public final class QueueNumbers {
    /** The kind of a queue for all kinds that have none of their own. */
    public static final String ANY_KIND = "";

    /** So many namespaces, lanes and requirements are kept; the longest ones take some kilobytes each. */
    private static final int MOST_KEPT = 4000;

    /** What queues have in common that differ in their kind alone. */
    public record Alike(Namespace namespace, LaneId lane, CapabilitySet capabilities) {
        /** Where executions like this one stand. */
        public static Alike of(ExecutionIdentity identity) {
            return new Alike(identity.namespace(), identity.lane(), identity.requiredCapabilities());
        }
    }

    /** A queue by what stands in it. */
    public record Wanted(Alike alike, String kind) {
        /** Where a new execution goes. */
        public static Wanted of(Change.Created created) {
            return new Wanted(
                    Alike.of(created.after().identity()), created.submission().executionKind());
        }

        private NamespaceLane place() {
            return new NamespaceLane(alike.namespace(), alike.lane());
        }
    }

    /** Any order: transactions that add queues in the same one do not wait for each other in a circle. */
    private record NamespaceLane(Namespace namespace, LaneId lane) implements Comparable<NamespaceLane> {
        private static final Comparator<NamespaceLane> ORDER = Comparator.comparing(
                        (NamespaceLane place) -> place.lane().value())
                .thenComparing(place -> place.namespace().value());

        @Override
        public int compareTo(NamespaceLane other) {
            return ORDER.compare(this, other);
        }
    }

    /** The queues as one transaction sees them. */
    public interface QueueRows {
        /** The queues of a namespace on a lane. */
        LaneQueues of(Namespace namespace, LaneId lane) throws SQLException;

        /** Keeps others from adding queues of a namespace on a lane until the transaction has ended. */
        void lock(Namespace namespace, LaneId lane) throws SQLException;

        /** Adds a queue, which others may know from the commit on. */
        int add(Alike alike, String kind) throws SQLException;

        /** Runs something once the transaction is committed. */
        void afterCommit(Runnable kept);
    }

    /**
     * Where executions stand.
     *
     * @param numbers the numbers of their queues
     * @param full for which there is no room, with the number of queues that their namespace has on their lane
     */
    public record Interned(Map<Wanted, Integer> numbers, Map<Wanted, Integer> full) {
        /** The places in a list of those for which there is no room, with the number of queues that there are. */
        public Map<Integer, Integer> fullOf(List<Wanted> wanted) {
            var places = new HashMap<Integer, Integer>();
            for (int i = 0; i < wanted.size(); i++) {
                if (full.containsKey(wanted.get(i))) {
                    places.put(i, full.get(wanted.get(i)));
                }
            }
            return places;
        }
    }

    private final BoundedCache<Alike, LaneQueues.OfKinds> known = new BoundedCache<>(MOST_KEPT);

    /** The number of the queue in which executions of a kind stand; empty when the store has to be asked. */
    public Optional<Integer> of(Wanted wanted) {
        return known.get(wanted.alike()).flatMap(queues -> queues.of(wanted.kind()));
    }

    /** Finds or adds the queues whose numbers are not kept here. */
    public interface Unknown {
        /** What became of each; the maps may be changed. */
        Interned intern(Collection<Wanted> unknown) throws SQLException;
    }

    /**
     * The numbers of queues: those that are kept, and the others from the store, which is asked only if there are some.
     */
    public Interned of(Collection<Wanted> wanted, Unknown store) throws SQLException {
        var kept = new HashMap<Wanted, Integer>();
        wanted.forEach(one -> of(one).ifPresent(number -> kept.put(one, number)));
        var unknown = wanted.stream().filter(one -> !kept.containsKey(one)).toList();
        if (unknown.isEmpty()) {
            return new Interned(kept, Map.of());
        }
        var interned = store.intern(unknown);
        interned.numbers().putAll(kept);
        return interned;
    }

    /** Forgets all numbers: some were removed. */
    public void clear() {
        known.clear();
    }

    /** Finds queues, and adds those that are missing as far as there is room; they are known from the commit on. */
    public Interned intern(Collection<Wanted> wanted, QueueRows rows) throws SQLException {
        var interned = new Interned(new HashMap<>(), new HashMap<>());
        var byPlace = new TreeMap<NamespaceLane, List<Wanted>>();
        wanted.stream()
                .distinct()
                .forEach(one -> byPlace.computeIfAbsent(one.place(), place -> new ArrayList<>())
                        .add(one));
        for (var there : byPlace.entrySet()) {
            intern(there.getKey(), there.getValue(), rows, interned);
        }
        return interned;
    }

    private void intern(NamespaceLane place, List<Wanted> wanted, QueueRows rows, Interned into) throws SQLException {
        var queues = rows.of(place.namespace(), place.lane());
        if (wanted.stream().anyMatch(queues::lacks)) {
            rows.lock(place.namespace(), place.lane());
            queues = rows.of(place.namespace(), place.lane());
        }
        for (var one : wanted) {
            if (queues.lacks(one)) {
                String kind = queues.kindToAdd(one);
                queues.put(one.alike(), kind, rows.add(one.alike(), kind));
            }
            queues.find(one).ifPresentOrElse(number -> into.numbers().put(one, number), full(one, queues, into));
        }
        var read = queues;
        rows.afterCommit(() -> wanted.stream().map(Wanted::alike).distinct().forEach(alike -> keep(alike, read)));
    }

    private static Runnable full(Wanted one, LaneQueues queues, Interned into) {
        return () -> into.full().put(one, queues.count());
    }

    private void keep(Alike alike, LaneQueues read) {
        read.ofKinds(alike).ifPresent(queues -> known.put(alike, queues));
    }
}
