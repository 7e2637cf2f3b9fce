package io.flowfabric.sdk;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.SubscriberId;
import io.flowfabric.model.op.AcquireCursor;
import io.flowfabric.model.op.AdvanceCursor;
import io.flowfabric.model.op.ReleaseCursor;
import java.time.Duration;

/**
 * Who subscribes to what.
 *
 * @param start where a cursor begins whose name is new
 */
record SubscriptionSettings(
        CursorKey key, SubscriberId subscriber, EventCursor start, ScannerFilter filter, Duration leaseTtl) {

    AcquireCursor acquire(Duration maxWait) {
        return new AcquireCursor(
                key.namespace(), key.name(), subscriber, start, leaseTtl.toMillis(), maxWait.toMillis());
    }

    AdvanceCursor advance(long epoch, EventCursor position) {
        return new AdvanceCursor(key.namespace(), key.name(), subscriber, epoch, position, leaseTtl.toMillis());
    }

    ReleaseCursor release(long epoch, EventCursor position) {
        return new ReleaseCursor(key.namespace(), key.name(), subscriber, epoch, position);
    }
}
