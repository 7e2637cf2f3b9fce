package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

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
    void placeMovesPastEventsThatAFilterHides() throws IOException {
        cancel(1);
        String start;
        try (var feed = feed("?families=completion&namespace=nobody", "")) {
            start = id(feed.block());
        }
        cancel(1);

        try (var feed = feed("?families=completion&namespace=nobody", start)) {
            assertThat(id(feed.block())).isEqualTo(start);
        }
        try (var feed = feed("?families=completion&namespace=shop", start)) {
            feed.block();
            assertThat(feed.block()).contains("event: completion");
        }
    }

    @Test
    void severalFamiliesKeepTheOrderOfCommits() throws IOException {
        try (var feed = feed("?families=completion,lease&after=start", "")) {
            feed.block();
            submit();
            var claimed = http.call("claim", claim("")).variant("Claimed");
            http.call("renew", OperationContract.withHandle(claimed, ""));
            http.call("complete", OperationContract.withHandle(claimed, ""));

            var kinds = new ArrayList<String>();
            while (!kinds.contains("event: completion") || kinds.size() < 4) {
                kinds.add(feed.block().get(1));
            }

            assertThat(kinds)
                    .startsWith("event: lease", "event: lease")
                    .contains("event: completion")
                    .hasSize(4);
        }
    }

    @Test
    void clientThatComesBackTooLateIsToldOfTheGap() throws IOException {
        cancel(1);
        String place;
        try (var feed = feed("?families=completion&after=start", "")) {
            feed.block();
            place = id(feed.block());
        }
        cancel(2);
        var trimmed = http.call("trim_retention", "{'retention_ms':0,'batch_size':100}");
        assertThat(trimmed.status()).as("%s", trimmed.body()).isEqualTo(200);

        try (var feed = feed("?families=completion", place)) {
            feed.block();
            var gap = feed.block();
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
            feed.head("GET /v1/events HTTP/1.1", "Host: x");
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
        var wire = new Wire(server.address());
        var head = new ArrayList<>(List.of("GET /v1/events%s HTTP/1.0".formatted(query), "Host: x"));
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
