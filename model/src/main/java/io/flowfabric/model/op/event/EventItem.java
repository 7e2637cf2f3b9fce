package io.flowfabric.model.op.event;

import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.event.Event;

/** One entry of a page of events, at its place in the outbox. */
public sealed interface EventItem {
    /** The place; a subscription that starts there goes on with the next event. */
    EventCursor cursor();

    /** An event. */
    record Delivered(EventCursor cursor, Event event) implements EventItem {}

    /**
     * An event that can no longer be read. It is told once, in its place, and the feed goes on behind it.
     *
     * @param error {@code corruption} that names the event
     */
    record Damaged(EventCursor cursor, EngineError error) implements EventItem {}
}
