package io.flowfabric.model.op;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.id.CursorName;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.SubscriberId;

/**
 * Arguments of {@code advance_cursor}.
 *
 * @param epoch the one it was acquired with
 * @param position everything up to it has been handled; the present one only renews the lease
 * @param leaseTtlMs how long nobody else can take it from now on, at least 1
 */
public record AdvanceCursor(
        Namespace namespace,
        CursorName name,
        SubscriberId subscriber,
        long epoch,
        EventCursor position,
        long leaseTtlMs) {

    /** What the cursor is known by. */
    public CursorKey key() {
        return new CursorKey(namespace, name);
    }
}
