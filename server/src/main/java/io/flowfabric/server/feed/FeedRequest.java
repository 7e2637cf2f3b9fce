package io.flowfabric.server.feed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.filter.ScannerFilter.InstanceTag;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.server.http.DescribedEndpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.wire.EventStart;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** What a client follows, and from which position. */
record FeedRequest(Set<EventFamily> families, ScannerFilter filter, EventCursor after) {
    private static final int PAGE = 256;

    private static final String FAMILIES = "families";
    private static final String NAMESPACE = "namespace";
    private static final String TAG = "tag";
    private static final String AFTER = "after";
    private static final String LAST_ID = "Last-Event-ID";

    static FeedRequest of(Exchange exchange) {
        var namespace =
                exchange.query(NAMESPACE).filter(text -> !text.isEmpty()).map(Namespace::new);
        var after = exchange.header(LAST_ID)
                .or(() -> exchange.query(AFTER))
                .map(EventStart::parse)
                .orElse(EventCursor.FROM_NOW);
        return new FeedRequest(
                families(exchange.query(FAMILIES).orElse("")),
                new ScannerFilter(namespace, tag(exchange.query(TAG).orElse(""))),
                after);
    }

    /** Adds the parameters that {@link #of} reads to the OpenAPI description of the route. */
    static void describe(ObjectNode route) {
        var families =
                DescribedEndpoint.parameter(route, "query", FAMILIES, "The event families to follow; all if omitted.");
        // Separated by commas.
        families.put("style", "form").put("explode", false);
        var names = families.putObject("schema")
                .put("type", "array")
                .putObject("items")
                .put("type", "string")
                .putArray("enum");
        EventFamily.names().forEach(names::add);
        text(route, "query", NAMESPACE, "Only events of this namespace.");
        text(route, "query", TAG, "Only events of executions with this tag, written key:value.");
        text(
                route,
                "query",
                AFTER,
                "The cursor to continue after; start for the oldest event kept, omitted for new events only.");
        text(route, "header", LAST_ID, "Sent by a browser that reconnects; overrides %s.".formatted(AFTER));
    }

    private static void text(ObjectNode route, String in, String name, String description) {
        DescribedEndpoint.parameter(route, in, name, description)
                .putObject("schema")
                .put("type", "string");
    }

    /** The subscription to the events after a position. */
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
