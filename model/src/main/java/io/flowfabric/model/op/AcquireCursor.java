package io.flowfabric.model.op;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.id.CursorName;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.SubscriberId;

/**
 * Arguments of {@code acquire_cursor}.
 *
 * @param start where a name that is new begins; one that is known goes on where it stands
 * @param leaseTtlMs how long nobody else can take it, at least 1
 * @param maxWaitMs how long to park until it is free, 0 to 30000
 */
public record AcquireCursor(
        Namespace namespace,
        CursorName name,
        SubscriberId subscriber,
        EventCursor start,
        long leaseTtlMs,
        long maxWaitMs)
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
