package io.flowfabric.model.event;

import io.flowfabric.model.event.kind.OperatorEventType;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** An operator changed something by hand. The details are few, flat and sorted by name. */
public record OperatorEvent(EventSubject subject, OperatorEventType type, Map<String, Object> details)
        implements ExecutionEvent {

    public OperatorEvent {
        details = Collections.unmodifiableMap(new TreeMap<>(details));
    }

    @Override
    public EventFamily family() {
        return EventFamily.OPERATOR;
    }
}
