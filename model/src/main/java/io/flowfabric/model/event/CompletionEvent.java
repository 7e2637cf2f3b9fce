package io.flowfabric.model.event;

import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.state.TerminalOutcome;
import java.util.Optional;

/**
 * An execution ended. Exactly one is written per terminal transition.
 *
 * @param dispatched whether no dependency is to be resolved from it: the execution has no flow, or its end is itself
 *     the work of a cascade
 */
public record CompletionEvent(
        EventSubject subject, Optional<FlowId> flowId, TerminalOutcome outcome, boolean dispatched)
        implements ExecutionEvent {

    @Override
    public EventFamily family() {
        return EventFamily.COMPLETION;
    }
}
