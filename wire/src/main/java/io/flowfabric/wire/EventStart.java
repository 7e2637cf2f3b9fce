package io.flowfabric.wire;

import io.flowfabric.model.cursor.EventCursor;

/** The start of a subscription or a feed, as text. */
public final class EventStart {
    private static final String OLDEST = "start";

    private EventStart() {}

    /**
     * Empty for new events, {@code start} for the oldest event kept, else a cursor; fails with {@code invalid_input}.
     */
    public static EventCursor parse(String text) {
        return text.equals(OLDEST) ? EventCursor.START : EventCursor.parse(text);
    }
}
