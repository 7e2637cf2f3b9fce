package io.flowfabric.model.op.event;

import io.flowfabric.model.cursor.EventCursor;
import java.util.List;

/**
 * A page of events in commit order.
 *
 * @param cursor where to continue; it lies behind the events that were filtered out, too
 * @param gap whether events behind the given cursor have been trimmed already, so that the page may lack some; a
 *     subscriber that must not miss any reads the executions themselves
 */
public record EventPage(List<EventItem> events, EventCursor cursor, boolean gap) {
    public EventPage {
        events = List.copyOf(events);
    }
}
