package io.flowfabric.wire;

import io.flowfabric.model.cursor.EventCursor;

/** Where a subscription or a feed begins, as its caller says it. */
public final class EventPlace {
    private static final String OLDEST = "start";

    private EventPlace() {}

    /** Empty for now, {@code start} for the oldest event that is kept, else a cursor; fails with {@code invalid_input}. */
    public static EventCursor parse(String text) {
        return text.equals(OLDEST) ? EventCursor.START : EventCursor.parse(text);
    }
}
