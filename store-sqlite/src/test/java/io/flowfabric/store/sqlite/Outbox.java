package io.flowfabric.store.sqlite;

import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.state.TerminalOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an outbox tells of each execution.
 *
 * @param completions the outcomes it reports
 * @param epochs the epochs at which leases began, in the order of the outbox
 */
public record Outbox(Map<ExecutionId, List<TerminalOutcome>> completions, Map<ExecutionId, List<Long>> epochs) {

    public static Outbox of(List<Event> events) {
        var outbox = new Outbox(new HashMap<>(), new HashMap<>());
        for (Event event : events) {
            if (event instanceof CompletionEvent completion) {
                add(outbox.completions, completion.subject().executionId(), completion.outcome());
            } else if (event instanceof LeaseEvent lease && begins(lease.type())) {
                add(outbox.epochs, lease.subject().executionId(), lease.holder().epoch());
            }
        }
        return outbox;
    }

    private static boolean begins(LeaseEventType type) {
        return type == LeaseEventType.ACQUIRED || type == LeaseEventType.RECLAIMED;
    }

    private static <T> void add(Map<ExecutionId, List<T>> lists, ExecutionId id, T value) {
        lists.computeIfAbsent(id, first -> new ArrayList<>()).add(value);
    }
}
