package io.flowfabric.store.jdbc.queue;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.lane.QueueRules;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Interned;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Wanted;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The queues that one transaction has asked for, with their numbers. Used by one thread. */
public final class UnitQueues {

    /** Finds queues, and adds those that are missing as far as there is room. */
    public interface Interning {
        /** What became of each. */
        Interned intern(Set<Wanted> wanted) throws SQLException;
    }

    private final Interning interning;
    private final Map<Wanted, Integer> numbers = new HashMap<>();

    /** Asks for queues by that. */
    public UnitQueues(Interning interning) {
        this.interning = interning;
    }

    /** As {@link io.flowfabric.engine.store.write.LaneWrites#addQueues}. */
    public Map<Integer, Integer> add(List<Change.Created> created) throws SQLException {
        var wanted = created.stream().map(Wanted::of).toList();
        if (wanted.isEmpty()) {
            return Map.of();
        }
        var interned = interning.intern(Set.copyOf(wanted));
        numbers.putAll(interned.numbers());
        return interned.fullOf(wanted);
    }

    /**
     * The numbers of the queues for executions that are created now. Fails with {@code resource_exhausted} when there is no
     * room and the transaction did not ask for it beforehand.
     */
    public Map<Wanted, Integer> require(List<Change.Created> created) throws SQLException {
        var places = created.stream().map(Wanted::of).toList();
        if (!numbers.keySet().containsAll(places)) {
            add(created).forEach((place, queues) -> {
                var alike = places.get(place).alike();
                throw QueueRules.full(alike.namespace(), alike.lane(), queues).toException();
            });
        }
        return numbers;
    }
}
