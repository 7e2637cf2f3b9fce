package io.flowfabric.model.op.event;

import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
import io.flowfabric.model.op.Waiting;
import java.util.Set;

/**
 * Arguments of {@code subscribe_events}.
 *
 * @param families only events of these; none means all
 * @param cursor where the last page ended; {@link EventCursor#FROM_NOW} for what happens from now on,
 *     {@link EventCursor#START} for all that is kept, of which the page says
 *     that there is a gap as soon as anything was ever trimmed
 * @param limit how many events a page holds at most, 1 to 1000
 * @param maxWaitMs how long to park until there is an event, 0 to 30000
 */
public record SubscribeEvents(
        @JsonMember(format = Format.FAMILIES, omitted = "[]")
        Set<EventFamily> families,

        @JsonMember(format = Format.POSITION, omitted = "\"\"")
        EventCursor cursor,

        @JsonMember(omitted = "{}") ScannerFilter filter,
        @JsonMember(omitted = "256") int limit,
        @JsonMember(omitted = "0") long maxWaitMs)
        implements Waiting {
    public SubscribeEvents {
        families = Set.copyOf(families);
    }

    @Override
    public SubscribeEvents withoutWaiting() {
        return new SubscribeEvents(families, cursor, filter, limit, 0);
    }
}
