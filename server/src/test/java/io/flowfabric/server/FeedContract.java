package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.model.cursor.EventCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Chapter 08 §4: events as they happen. */
abstract class FeedContract extends ServerSuite {
    @Test
    void clientThatIsCutOffAndReconnectsSeesEveryEventOnce() throws IOException {
        var seen = new ArrayList<String>();
        String last;
        try (var feed = feed("?families=completion", "")) {
            last = id(feed.block());
        }
        // Cut off before the first event.
        cancel(5);
        try (var feed = feed("?families=completion", last)) {
            feed.block();
            for (int i = 0; i < 3; i++) {
                var event = feed.block();
                seen.add(data(event));
                last = id(event);
            }
        }
        cancel(2);
        try (var feed = feed("?families=completion", last)) {
            feed.block();
            for (int i = 0; i < 4; i++) {
                seen.add(data(feed.block()));
            }
        }

        assertThat(seen).hasSize(7).doesNotHaveDuplicates();
    }

    @Test
    void clientThatAFilterHidEverythingFromLosesNothing() throws IOException {
        cancel(1);
        String start;
        try (var feed = feed("?families=completion&namespace=unused", "")) {
            start = id(feed.block());
        }
        cancel(1);

        try (var feed = feed("?families=completion&namespace=unused", start)) {
            assertThat(id(feed.block())).isEqualTo(start);
        }
        try (var feed = feed("?families=completion&namespace=shop", start)) {
            feed.block();
            assertThat(feed.block()).contains("event: completion");
        }
    }

    @Test
    void placeMovesPastEventsThatAFilterHides() throws IOException {
        var hasty = anotherOn(HastyPages::new);
        cancel(3);
        String newest = http.call("subscribe_events", "{}").variant("cursor").textValue();

        try (var feed = feed(hasty, "?families=completion&namespace=unused&after=start", "")) {
            String cursor = id(feed.block());
            for (int blocks = 0; !cursor.equals(newest); blocks++) {
                assertThat(blocks).as("blocks before the cursor has moved").isLessThan(1000);
                var block = feed.block();
                assertThat(block).hasSize(2).last().asString().startsWith(":");
                cursor = id(block);
            }
        }
        cancel(1);
        try (var feed = feed("?families=completion&namespace=shop", newest)) {
            feed.block();
            assertThat(feed.block()).contains("event: completion");
        }
    }

    @Test
    void severalFamiliesKeepTheOrderOfCommits() throws IOException {
        try (var feed = feed("?families=completion,lease&after=start", "")) {
            feed.block();
            submit();
            submit();
            var one = http.call("claim", claim("")).variant("Claimed");
            var other = http.call("claim", claim("")).variant("Claimed");
            http.call("complete", OperationContract.withHandle(other, ""));
            http.call("renew", OperationContract.withHandle(one, ""));
            http.call("complete", OperationContract.withHandle(one, ""));
            var committed = http.call("subscribe_events", "{'families':['lease','completion'],'cursor':'start'}")
                    .variant("events");

            assertThat(committed).hasSize(7);
            for (var event : committed) {
                var block = feed.block();
                assertThat(block)
                        .startsWith(
                                "id: " + event.get("cursor").textValue(),
                                "event: " + event.get("family").textValue())
                        .hasSize(3);
                assertThat(HttpCaller.JSON.readTree(data(block).substring("data: ".length())))
                        .isEqualTo(((ObjectNode) event).without(List.of("cursor", "family")));
            }
        }
    }

    @Test
    void feedOfATagHasOnlyWhatCarriesIt() throws IOException {
        cancel(1);
        String red = submit("'tags':{'app.team':'red:1'}");
        http.call("cancel_execution", "{'execution_id':'%s','reason':'no'}".formatted(red));
        cancel(1);
        String another = submit("'tags':{'app.team':'red:1'}");
        http.call("cancel_execution", "{'execution_id':'%s','reason':'no'}".formatted(another));

        try (var feed = feed("?families=completion&tag=app.team:red:1&namespace=shop&after=start", "")) {
            feed.block();
            assertThat(data(feed.block())).contains(red);
            assertThat(data(feed.block())).contains(another);
        }
    }

    @Test
    void feedFromTheStartBeginsWithTheOldestEvent() throws IOException {
        String oldest = submit();
        http.call("cancel_execution", "{'execution_id':'%s','reason':'no'}".formatted(oldest));
        cancel(2);

        try (var feed = feed("?after=start", "")) {
            feed.block();
            assertThat(data(feed.block())).contains(oldest);
        }
        try (var feed = feed(
                "?after=start",
                http.call("subscribe_events", "{}").variant("cursor").textValue())) {
            feed.block();
            cancel(1);
            assertThat(data(feed.block())).as("the cursor of the client wins").doesNotContain(oldest);
        }
    }

    @Test
    void clientThatComesBackTooLateIsToldOfTheGap() throws IOException {
        cancel(1);
        String cursor;
        try (var feed = feed("?families=completion&after=start", "")) {
            feed.block();
            cursor = id(feed.block());
        }
        cancel(2);
        var trimmed = http.call("trim_retention", "{'retention_ms':0,'batch_size':100}");
        assertThat(trimmed.status()).as("%s", trimmed.body()).isEqualTo(200);

        try (var feed = feed("?families=completion", cursor)) {
            feed.block();
            var gap = feed.block();
            // Without an id, so that a client that is cut off here is told again.
            assertThat(gap).hasSize(2);
            assertThat(gap.get(0)).isEqualTo("event: gap");
            assertThat(gap.get(1)).startsWith("data: {\"oldest\":\"");
            cancel(1);
            assertThat(feed.block()).anyMatch("event: completion"::equals);
        }
    }

    @Test
    void unknownFamilyAndForeignCursorAreRefused() {
        assertThat(http.get("/v1/events?families=lease,gossip").status()).isEqualTo(400);
        String foreign = EventCursor.ofPair(new EventCursor.Position(1, 1)).toString();
        assertThat(http.get("/v1/events?after=" + foreign).status()).isEqualTo(400);
        assertThat(http.get("/v1/events?after=nonsense!").status()).isEqualTo(400);
    }

    @Test
    void unknownFamilyAndForeignCursorAreRefusedToSubscribersToo() {
        var unknown = http.call("subscribe_events", "{'families':['lease','gossip']}");
        assertThat(unknown.status()).as("%s", unknown.body()).isEqualTo(400);
        assertThat(unknown.body().get("code").textValue()).isEqualTo("invalid_input");
        assertThat(unknown.body().get("error").textValue()).contains("gossip", "lease, completion, signal");
        assertThat(http.call("subscribe_events", "{'families':[5]}").status()).isEqualTo(422);

        String foreign = EventCursor.ofPair(new EventCursor.Position(1, 1)).toString();
        for (String subscription : List.of("subscribe_events", "subscribe_completion", "subscribe_lease_history")) {
            for (String cursor : List.of(foreign, "nonsense!")) {
                var refused = http.call(subscription, "{'cursor':'%s'}".formatted(cursor));
                assertThat(refused.status())
                        .as("%s after %s: %s", subscription, cursor, refused.body())
                        .isEqualTo(400);
                assertThat(refused.body().get("code").textValue()).isEqualTo("invalid_input");
            }
        }
    }

    @Test
    void clientThatHasGoneIsForgotten() throws IOException {
        try (var feed = feed("", "")) {
            feed.block();
            Await.until(() -> server.eventStreams() == 1, "a feed is open");
        }
        Await.until(() -> server.eventStreams() == 0, "the feed is forgotten");
    }

    @Test
    void serverThatStopsEndsItsFeeds() throws IOException {
        var other = another(ServerConfig.LOOPBACK);
        try (var feed = new Wire(other.address())) {
            feed.head("GET /v1/events HTTP/1.1", "Host: localhost");
            feed.block();
            Await.until(() -> other.eventStreams() == 1, "a feed is open");
            other.close();
            assertThat(other.eventStreams()).isZero();
        }
    }

    private void cancel(int times) {
        for (int i = 0; i < times; i++) {
            http.call("cancel_execution", "{'execution_id':'%s','reason':'no'}".formatted(submit()));
        }
    }

    /** A feed whose head was read. The encoding of its chunks is skipped by reading HTTP/1.0. */
    private Wire feed(String query, String lastId) throws IOException {
        return feed(server, query, lastId);
    }

    private static Wire feed(FlowFabricServer server, String query, String lastId) throws IOException {
        var wire = new Wire(server.address());
        var head = new ArrayList<>(List.of("GET /v1/events%s HTTP/1.0".formatted(query), "Host: localhost"));
        if (!lastId.isEmpty()) {
            head.add("Last-Event-ID: " + lastId);
        }
        wire.head(head.toArray(String[]::new));
        assertThat(wire.block().get(0)).contains(" 200 ");
        return wire;
    }

    private static String id(List<String> block) {
        assertThat(block.get(0)).startsWith("id: ");
        return block.get(0).substring(4);
    }

    private static String data(List<String> block) {
        return block.get(2);
    }
}
