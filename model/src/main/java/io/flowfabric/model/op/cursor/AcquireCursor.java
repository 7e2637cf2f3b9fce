package io.flowfabric.model.op.cursor;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
import io.flowfabric.model.op.Waiting;

/**
 * Arguments of {@code acquire_cursor}.
 *
 * @param start where a new cursor begins; an existing one continues from its position
 * @param leaseTtlMs how long no other subscriber can acquire it, at least 1
 * @param maxWaitMs how long to park until it is free, 0 to 30000
 */
public record AcquireCursor(
        Namespace namespace,
        CursorName name,
        SubscriberId subscriber,

        @JsonMember(format = Format.POSITION, omitted = "\"\"")
        EventCursor start,

        @JsonMember(omitted = "30000") long leaseTtlMs,
        @JsonMember(omitted = "0") long maxWaitMs)
        implements Waiting {
    @Override
    public AcquireCursor withoutWaiting() {
        return new AcquireCursor(namespace, name, subscriber, start, leaseTtlMs, 0);
    }

    /** What the cursor is known by. */
    public CursorKey key() {
        return new CursorKey(namespace, name);
    }
}
