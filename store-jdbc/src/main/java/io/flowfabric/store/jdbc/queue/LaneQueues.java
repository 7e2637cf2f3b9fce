package io.flowfabric.store.jdbc.queue;

import io.flowfabric.engine.rules.lane.KindRules;
import io.flowfabric.engine.rules.lane.QueueRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Alike;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Wanted;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The queues of a namespace on a lane, as one transaction sees them. Belongs to that transaction. */
public final class LaneQueues {
    /** What {@link #read} reads. */
    public static final String COLUMNS = "capabilities, kind, number";

    private final Map<Alike, Map<String, Integer>> byKind = new HashMap<>();
    private int count;

    /** Queues that differ in their kind alone, when some kinds may yet get their own and when none will. */
    record OfKinds(Map<String, Integer> numbers, boolean open) {
        /** Where executions of a kind stand, unless it may get a queue of its own. */
        Optional<Integer> of(String kind) {
            Integer own = numbers.get(kind);
            boolean shares = !open || !KindRules.hasOwnQueue(kind, 0);
            return Optional.ofNullable(own == null && shares ? numbers.get(QueueNumbers.ANY_KIND) : own);
        }
    }

    /** Reads rows of {@link #COLUMNS}. */
    public static LaneQueues read(Namespace namespace, LaneId lane, ResultSet rows) throws SQLException {
        var queues = new LaneQueues();
        while (rows.next()) {
            queues.put(
                    new Alike(namespace, lane, CapabilitySet.parseCsv(rows.getString(1))),
                    rows.getString(2),
                    rows.getInt(3));
        }
        return queues;
    }

    void put(Alike alike, String kind, int number) {
        if (byKind.computeIfAbsent(alike, any -> new HashMap<>()).put(kind, number) == null) {
            count++;
        }
    }

    int count() {
        return count;
    }

    /** Whether a queue is missing for which there is room. */
    boolean lacks(Wanted wanted) {
        return find(wanted).isEmpty() && place(wanted) != QueueRules.QueueChoice.NONE;
    }

    /** Of which kind the queue is that is missing. */
    String kindToAdd(Wanted wanted) {
        return place(wanted) == QueueRules.QueueChoice.OWN ? wanted.kind() : QueueNumbers.ANY_KIND;
    }

    /** The number of the queue in which executions of a kind stand. */
    Optional<Integer> find(Wanted wanted) {
        var numbers = numbers(wanted.alike());
        Integer own = numbers.get(wanted.kind());
        return Optional.ofNullable(
                own == null && place(wanted) == QueueRules.QueueChoice.SHARED
                        ? numbers.get(QueueNumbers.ANY_KIND)
                        : own);
    }

    Optional<OfKinds> ofKinds(Alike alike) {
        var numbers = numbers(alike);
        return numbers.isEmpty()
                ? Optional.empty()
                : Optional.of(new OfKinds(Map.copyOf(numbers), QueueRules.isOpenToKinds(kinds(numbers), count)));
    }

    private QueueRules.QueueChoice place(Wanted wanted) {
        var numbers = numbers(wanted.alike());
        return QueueRules.placeOf(wanted.kind(), kinds(numbers), numbers.containsKey(QueueNumbers.ANY_KIND), count);
    }

    private Map<String, Integer> numbers(Alike alike) {
        return byKind.getOrDefault(alike, Map.of());
    }

    private static int kinds(Map<String, Integer> numbers) {
        return numbers.size() - (numbers.containsKey(QueueNumbers.ANY_KIND) ? 1 : 0);
    }
}
