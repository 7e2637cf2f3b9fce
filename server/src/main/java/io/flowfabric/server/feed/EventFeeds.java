package io.flowfabric.server.feed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.server.http.ConcurrencyQuota;
import io.flowfabric.server.http.DescribedEndpoint;
import io.flowfabric.server.http.EngineView;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Principal;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.Route.Access;
import io.flowfabric.server.http.Route.Style;
import io.flowfabric.server.http.StreamingEndpoint;
import io.flowfabric.server.http.connection.ClientDisconnectWatcher;
import io.flowfabric.server.http.limit.AnswerMemory;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** Event feeds for clients, without a thread each. */
public final class EventFeeds implements StreamingEndpoint, DescribedEndpoint {
    private static final String TYPE = "text/event-stream";

    private final EngineView view;
    private final ConcurrencyQuota quota;
    private final Executor writers;
    private final AnswerMemory memory;
    private final Set<Feed> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * @param writers write to clients
     * @param memory counts the answers in flight
     */
    public EventFeeds(EngineView view, ConcurrencyQuota quota, Executor writers, AnswerMemory memory) {
        this.view = view;
        this.quota = quota;
        this.writers = writers;
        this.memory = memory;
    }

    /** The route of the feeds. */
    public Route route() {
        return Route.get("/v1/events", Access.of(Scope.READ), Style.REMOTE, this);
    }

    @Override
    public void describe(ObjectNode description) {
        FeedRequest.describe(description);
        description
                .withObjectProperty("responses")
                .withObjectProperty("200")
                .putObject("content")
                .putObject(TYPE)
                .putObject("schema")
                .put("type", "string");
    }

    @Override
    public void handle(Exchange exchange) {
        var request = FeedRequest.of(exchange);
        var principal = exchange.principal();
        var seen = view.of(principal);
        // A refusal must come before the answer begins.
        var first = seen.call(Catalogue.SUBSCRIBE_EVENTS, request.page(request.after(), 0));
        var release = quota.take(principal, Principal.Limits::eventStreams);
        exchange.answerHeader("Cache-Control", "no-store");
        var feed = new Feed(request, seen, writers, memory.none(principal));
        open.add(feed);
        var watch = ClientDisconnectWatcher.over(exchange.request(), feed::end);
        var over = feed.ended().whenComplete((done, failure) -> {
            watch.end();
            release.run();
            open.remove(feed);
        });
        exchange.later(over, () -> begin(feed, first, exchange));
        if (closed) {
            feed.end();
        }
    }

    private static void begin(Feed feed, EventPage first, Exchange exchange) {
        try {
            feed.begin(first, new ClientStream(exchange.answerStream(TYPE)));
        } catch (IOException | RuntimeException unable) {
            feed.ended().completeExceptionally(unable);
        }
    }

    /** How many are open. */
    public int count() {
        return open.size();
    }

    /** Ends all feeds, and refuses new ones; clients reconnect to another server. */
    public void close() {
        closed = true;
        open.forEach(Feed::end);
    }
}
