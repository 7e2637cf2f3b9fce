package io.flowfabric.model.op.event;

import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
import io.flowfabric.model.op.Waiting;
import java.util.Set;

/** Arguments of the subscriptions to a single family; they mean what they mean in {@link SubscribeEvents}. */
public record SubscribeFamily(
        @JsonMember(format = Format.POSITION, omitted = "\"\"")
        EventCursor cursor,

        @JsonMember(omitted = "{}") ScannerFilter filter,
        @JsonMember(omitted = "256") int limit,
        @JsonMember(omitted = "0") long maxWaitMs)
        implements Waiting {
    @Override
    public SubscribeFamily withoutWaiting() {
        return new SubscribeFamily(cursor, filter, limit, 0);
    }

    /** The same subscription among those to any family. */
    public SubscribeEvents to(EventFamily family) {
        return new SubscribeEvents(Set.of(family), cursor, filter, limit, maxWaitMs);
    }
}
