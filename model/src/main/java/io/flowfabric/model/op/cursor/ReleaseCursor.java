package io.flowfabric.model.op.cursor;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.id.Namespace;

/**
 * Arguments of {@code release_cursor}.
 *
 * @param epoch the one it was acquired with
 * @param position everything up to it has been handled
 */
public record ReleaseCursor(
        Namespace namespace, CursorName name, SubscriberId subscriber, long epoch, EventCursor position) {

    /** What the cursor is known by. */
    public CursorKey key() {
        return new CursorKey(namespace, name);
    }
}
