package io.flowfabric.model.event;

import io.flowfabric.model.flow.FlowId;
import java.util.Optional;

/**
 * An execution ended in a way that only a newer program knows.
 *
 * @param outcome the word it is stored under, unchanged
 */
public record OtherCompletionEvent(EventSubject subject, Optional<FlowId> flowId, String outcome)
        implements ExecutionEvent {

    @Override
    public EventFamily family() {
        return EventFamily.COMPLETION;
    }
}
