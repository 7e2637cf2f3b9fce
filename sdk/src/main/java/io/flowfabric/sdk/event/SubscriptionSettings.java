package io.flowfabric.sdk.event;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.cursor.AdvanceCursor;
import io.flowfabric.model.op.cursor.ReleaseCursor;
import java.time.Duration;

/**
 * The settings of a subscription.
 *
 * @param start where the cursor of a new name begins
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
