package io.flowfabric.server.feed;

import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.filter.ScannerFilter.InstanceTag;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.SubscribeEvents;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.wire.EventPlace;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** What a client wants to follow, and from where. */
record FeedRequest(Set<EventFamily> families, ScannerFilter filter, EventCursor after) {
    private static final int PAGE = 256;

    static FeedRequest of(Exchange exchange) {
        var namespace =
                exchange.query("namespace").filter(text -> !text.isEmpty()).map(Namespace::new);
        var after = exchange.header("Last-Event-ID")
                .or(() -> exchange.query("after"))
                .map(EventPlace::parse)
                .orElse(EventCursor.FROM_NOW);
        return new FeedRequest(
                families(exchange.query("families").orElse("")),
                new ScannerFilter(namespace, tag(exchange.query("tag").orElse(""))),
                after);
    }

    /** The subscription to what comes after a place. */
    SubscribeEvents page(EventCursor place, long maxWaitMs) {
        return new SubscribeEvents(families, place, filter, PAGE, maxWaitMs);
    }

    private static Set<EventFamily> families(String text) {
        var families = new HashSet<EventFamily>();
        for (String name : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            families.add(EventFamily.parse(name.strip()));
        }
        return families;
    }

    private static Optional<InstanceTag> tag(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        int colon = text.indexOf(':');
        if (colon < 1) {
            throw EngineError.of(ErrorCode.INVALID_INPUT, "tag: " + text, "Write it as key:value.")
                    .toException();
        }
        return Optional.of(new InstanceTag(text.substring(0, colon), text.substring(colon + 1)));
    }
}
