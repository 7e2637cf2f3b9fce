package io.flowfabric.model.op.cursor;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.JsonMember;

/**
 * Arguments of {@code advance_cursor}.
 *
 * @param epoch the one it was acquired with
 * @param position everything up to it has been handled; the present one only renews the lease
 * @param leaseTtlMs how long no other subscriber can acquire it from now on, at least 1
 */
public record AdvanceCursor(
        Namespace namespace,
        CursorName name,
        SubscriberId subscriber,
        long epoch,
        EventCursor position,
        @JsonMember(omitted = "30000") long leaseTtlMs) {

    /** What the cursor is known by. */
    public CursorKey key() {
        return new CursorKey(namespace, name);
    }
}
