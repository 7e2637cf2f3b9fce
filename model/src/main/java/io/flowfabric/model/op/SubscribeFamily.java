package io.flowfabric.model.op;

import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.filter.ScannerFilter;
import java.util.Set;

/** Arguments of the subscriptions to a single family; they mean what they mean in {@link SubscribeEvents}. */
public record SubscribeFamily(EventCursor cursor, ScannerFilter filter, int limit, long maxWaitMs) implements Waiting {
    @Override
    public SubscribeFamily withoutWaiting() {
        return new SubscribeFamily(cursor, filter, limit, 0);
    }

    /** The same subscription among those to any family. */
    public SubscribeEvents to(EventFamily family) {
        return new SubscribeEvents(Set.of(family), cursor, filter, limit, maxWaitMs);
    }
}
