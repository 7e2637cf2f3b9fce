package io.flowfabric.model.op.event;

import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
import io.flowfabric.model.op.Waiting;
import java.util.Set;

/**
 * Arguments of {@code subscribe_lease_history}; the others mean what they mean in {@link SubscribeEvents}.
 *
 * @param takenAway only leases that their holder lost: expired, or revoked by another caller
 */
public record SubscribeLeaseHistory(
        @JsonMember(format = Format.POSITION, omitted = "\"\"")
        EventCursor cursor,

        @JsonMember(omitted = "{}") ScannerFilter filter,
        @JsonMember(omitted = "false") boolean takenAway,
        @JsonMember(omitted = "256") int limit,
        @JsonMember(omitted = "0") long maxWaitMs)
        implements Waiting {
    @Override
    public SubscribeLeaseHistory withoutWaiting() {
        return new SubscribeLeaseHistory(cursor, filter, takenAway, limit, 0);
    }

    /** The same subscription among those to any family. */
    public SubscribeEvents toEvents() {
        return new SubscribeEvents(Set.of(EventFamily.LEASE), cursor, filter, limit, maxWaitMs);
    }
}
