package io.flowfabric.model.op.cursor;

import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.json.Outcome;

/** What came of {@code acquire_cursor}. */
public sealed interface AcquireCursorOutcome extends Outcome {
    /**
     * The cursor is the caller's until then, unless it is advanced before.
     *
     * @param position where to go on
     * @param epoch what to name when it is advanced or released
     */
    record Acquired(EventCursor position, long epoch, long expiresAt) implements AcquireCursorOutcome {}

    /** Another subscriber has it, until then at least. */
    record Held(SubscriberId holder, long expiresAt) implements AcquireCursorOutcome {}
}
