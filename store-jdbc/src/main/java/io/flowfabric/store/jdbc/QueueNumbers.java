package io.flowfabric.store.jdbc;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.KindRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.execution.ExecutionIdentity;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/** The numbers of queues that are committed, by what stands in them. Safe for use by any thread. */
public final class QueueNumbers {
    /** The kind of a queue for all kinds that have none of their own. */
    public static final String ANY_KIND = "";

    /** What queues have in common that differ in their kind alone. */
    public record Alike(Namespace namespace, LaneId lane, CapabilitySet capabilities) {
        /** Where executions like this one stand. */
        public static Alike of(ExecutionIdentity identity) {
            return new Alike(identity.namespace(), identity.lane(), identity.requiredCapabilities());
        }
    }

    /** A queue by what stands in it. */
    public record Wanted(Alike alike, String kind) {
        /** Any order: transactions that add queues in the same one do not wait for each other in a circle. */
        public static final Comparator<Wanted> ORDER = Comparator.comparing(
                        (Wanted wanted) -> wanted.alike().lane().value())
                .thenComparing(wanted -> wanted.alike().namespace().value())
                .thenComparing(wanted -> wanted.alike().capabilities().csv())
                .thenComparing(Wanted::kind);

        /** Where a new execution goes. */
        public static Wanted of(Change.Created created) {
            return new Wanted(
                    Alike.of(created.after().identity()), created.submission().executionKind());
        }
    }

    private final Map<Alike, Map<String, Integer>> known = new ConcurrentHashMap<>();

    /** The number of the queue for a kind; empty when the store has to be asked. */
    public OptionalInt of(Alike alike, String kind) {
        var numbers = known.get(alike);
        Integer number = numbers == null ? null : numbers.get(kindOfQueue(numbers, kind));
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }

    /** The queues as one transaction sees them. */
    public interface QueueRows {
        /** The numbers of the queues that differ in their kind alone. */
        Map<String, Integer> alike(Alike alike) throws SQLException;

        /** Adds a queue with its lane; another transaction may have added it a moment ago. */
        int add(Alike alike, String kind) throws SQLException;

        /** Runs something once the transaction is committed. */
        void afterCommit(Runnable kept);
    }

    /** The number of the queue in which executions of a kind stand, added when it is new; known from the commit on. */
    public int intern(Wanted wanted, QueueRows rows) throws SQLException {
        var numbers = rows.alike(wanted.alike());
        String kind = kindOfQueue(numbers, wanted.kind());
        Integer found = numbers.get(kind);
        int number = found != null ? found : rows.add(wanted.alike(), kind);
        numbers.put(kind, number);
        rows.afterCommit(() -> keep(wanted.alike(), numbers));
        return number;
    }

    private void keep(Alike alike, Map<String, Integer> numbers) {
        known.merge(alike, Map.copyOf(numbers), (before, after) -> before.size() > after.size() ? before : after);
    }

    /** Of which kind the queue is in which executions of a kind stand, given those that there are. */
    private static String kindOfQueue(Map<String, Integer> numbers, String kind) {
        int others = numbers.size() - (numbers.containsKey(ANY_KIND) ? 1 : 0);
        return numbers.containsKey(kind) || KindRules.hasOwnQueue(kind, others) ? kind : ANY_KIND;
    }

    /** Reads kinds and numbers. */
    public static Map<String, Integer> read(ResultSet rows) throws SQLException {
        var numbers = new HashMap<String, Integer>();
        while (rows.next()) {
            numbers.put(rows.getString(1), rows.getInt(2));
        }
        return numbers;
    }
}
