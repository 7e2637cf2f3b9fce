package io.flowfabric.model.op;

import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.filter.ScannerFilter;
import java.util.Set;

/**
 * Arguments of {@code subscribe_lease_history}; the others mean what they mean in {@link SubscribeEvents}.
 *
 * @param takenAway only leases that ended against the will of their holder: revoked by somebody else, or run out
 */
public record SubscribeLeaseHistory(
        EventCursor cursor, ScannerFilter filter, boolean takenAway, int limit, long maxWaitMs) implements Waiting {
    @Override
    public SubscribeLeaseHistory withoutWaiting() {
        return new SubscribeLeaseHistory(cursor, filter, takenAway, limit, 0);
    }

    /** The same subscription among those to any family. */
    public SubscribeEvents toEvents() {
        return new SubscribeEvents(Set.of(EventFamily.LEASE), cursor, filter, limit, maxWaitMs);
    }
}
