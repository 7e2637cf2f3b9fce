package io.flowfabric.store.postgres;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.lease.OperatorRules;
import io.flowfabric.engine.store.Store.Unit;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.id.ExecutionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Units that move priorities one step. Every event names the step before it, so a history has no loose ends. */
public final class PriorityChange {
    private static final int STEPS = 9000;

    private PriorityChange() {}

    /** Steps each of some executions, one event for each. Answers how many there were. */
    public static Unit<WriteTx, Integer> of(Collection<ExecutionId> ids) {
        return tx -> {
            var changes = new ArrayList<Change>();
            var events = new ArrayList<Event>();
            for (var loaded : tx.executions().lock(ids).values()) {
                var e = loaded.execution();
                var decision = OperatorRules.changePriority(e, next(e.priority()), tx.now());
                changes.addAll(decision.changes());
                events.addAll(decision.events());
            }
            tx.apply(changes);
            tx.events().append(events);
            return events.size();
        };
    }

    /** Steps an execution unannounced: the transaction has a number, but announces nothing yet. */
    public static void silently(WriteTx tx, ExecutionId id) {
        var e = tx.executions().lock(Set.of(id)).get(id).execution();
        tx.apply(OperatorRules.changePriority(e, next(e.priority()), tx.now()).changes());
    }

    static int next(int priority) {
        return (priority + 1) % STEPS;
    }

    /** The priorities before and after the step that an event reports. */
    static List<Integer> step(Event event) {
        var details = ((OperatorEvent) event).details();
        return List.of(number(details.get("old_priority")), number(details.get("new_priority")));
    }

    private static int number(Object value) {
        return ((Number) value).intValue();
    }
}
