package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.flowfabric.server.ServerConfig.Limits;
import io.flowfabric.server.http.connection.HttpTimeouts;
import io.flowfabric.server.http.pipeline.AccessLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Clients that read their answers slowly, or not at all. */
class SlowReaderTest extends SqliteSuite {
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final HttpTimeouts LONG_TIMEOUTS = HttpTimeouts.DEFAULT.withSilence(Duration.ofMinutes(5));

    /** More than the server has threads: one for each active request, and fifty spare ones. */
    private static final int FEEDS = 60;

    private static final Limits FEW_THREADS = new Limits(100, 100, 5, 16_384);
    private static final Limits ONE_THREAD = new Limits(100, 100, 1, 16_384);

    @Test
    void answersThatAreNotReadKeepTheirPlacesAndNoOthers() throws IOException {
        var withLongTimeouts = talkative(FEW_THREADS, LONG_TIMEOUTS);
        var stalled = new ArrayList<Wire>();
        try {
            for (int i = 0; i < FEW_THREADS.requests(); i++) {
                stalled.add(unread(withLongTimeouts));
            }
            var caller = new HttpCaller(withLongTimeouts.address());
            assertThat(caller.call("ping", "{}").status()).isEqualTo(429);
            assertThat(caller.get("/healthz").status()).isEqualTo(200);

            assertThat(read(stalled.get(0)))
                    .as("a client that reads on gets all of it")
                    .isEqualTo(LargeResults.BYTES);

            awaitPlace(withLongTimeouts);
        } finally {
            for (Wire wire : stalled) {
                wire.close();
            }
        }
    }

    @Test
    void answerThatIsNotReadIsGivenUp() throws IOException {
        var hasty = talkative(ONE_THREAD, LONG_TIMEOUTS.withSilence(SHORT));
        try (var stalled = unread(hasty)) {
            awaitPlace(hasty);

            assertThat(read(stalled)).as("the rest of it does not come").isLessThan(LargeResults.BYTES);
        }
    }

    @Test
    void answerThatIsReadInDribsAndDrabsIsGivenUp() throws IOException {
        var hasty = talkative(ONE_THREAD, LONG_TIMEOUTS.withAnswer(Duration.ZERO));
        try (var slow = new Wire(hasty.address(), 4096)) {
            for (int i = 0; i < 3; i++) {
                // Answers that are sent at once are not late, whenever they begin.
                assertThat(slow.post("ping", "{}").answer().status()).isEqualTo(200);
            }

            assertThat(read(unread(slow))).as("the rest of it does not come").isLessThan(LargeResults.BYTES);

            awaitPlace(hasty);
        }
    }

    @Test
    void feedMayTakeLongerThanAnAnswer() throws IOException {
        var hasty = another(ServerConfig.LOOPBACK, LONG_TIMEOUTS.withAnswer(Duration.ZERO));
        try (var feed = new Wire(hasty.address())) {
            feed.head("GET /v1/events?families=completion HTTP/1.0", "Host: localhost");
            feed.block();
            feed.block();
            for (int i = 0; i < 3; i++) {
                String id = submit();
                http.call("cancel_execution", "{'execution_id':'%s','reason':'no'}".formatted(id));
                assertThat(feed.block()).anyMatch(line -> line.contains(id));
            }
        }
    }

    /** Nor is a client that disconnects; but the access log has the bytes that it was sent so far. */
    @Test
    void clientThatDoesNotReadIsNoFaultOfTheServers() throws IOException {
        var config = ServerConfig.LOOPBACK.withTelemetry(Telemetry.NONE.withAccessLog(true));
        var hasty = anotherOn(LargeResults::new, config, LONG_TIMEOUTS.withSilence(SHORT));
        try (var all = new LogWatch("io.flowfabric", Level.WARN);
                var access = new LogWatch(AccessLog.LOGGER, Level.INFO);
                var stalled = unread(hasty)) {
            Await.until(() -> !access.lines().isEmpty(), "the server has given up");

            assertThat(all.lines()).containsExactlyElementsOf(access.lines());
            assertThat(read(stalled)).isLessThan(LargeResults.BYTES);
        }
    }

    /** Each has more to read than the buffers hold, and reads none of it. */
    @Test
    void feedsThatAreNotReadHoldNoThreadAndAreDropped() throws IOException {
        var withLongTimeouts = another(ServerConfig.LOOPBACK.withLimits(FEW_THREADS), LONG_TIMEOUTS);
        var hasty = another(ServerConfig.LOOPBACK, LONG_TIMEOUTS.withSilence(SHORT.multipliedBy(3)));
        writeManyEvents();
        var stalled = new ArrayList<Wire>();
        try {
            for (int i = 0; i < FEEDS; i++) {
                stalled.add(unreadFeed(withLongTimeouts));
                int opened = i + 1;
                Await.until(() -> withLongTimeouts.eventStreams() == opened, "the next feed is open");
            }
            assertThat(new HttpCaller(withLongTimeouts.address()).get("/readyz").status())
                    .isEqualTo(200);

            var dropped = unreadFeed(hasty);
            stalled.add(dropped);
            assertThat(dropped.status()).contains(" 200 ");
            Await.until(() -> hasty.eventStreams() == 0, "the feed was dropped");
        } finally {
            for (Wire wire : stalled) {
                wire.close();
            }
        }
        assertThat(new HttpCaller(hasty.address()).get("/readyz").status()).isEqualTo(200);
    }

    /** A server whose answers exceed the buffers. */
    private FlowFabricServer talkative(Limits limits, HttpTimeouts timeouts) {
        return anotherOn(LargeResults::new, ServerConfig.LOOPBACK.withLimits(limits), timeouts);
    }

    private static void awaitPlace(FlowFabricServer server) {
        var caller = new HttpCaller(server.address());
        Await.until(() -> caller.call("ping", "{}").status() == 200, "there is a place for others");
    }

    private static Wire unread(FlowFabricServer from) throws IOException {
        return unread(new Wire(from.address(), 4096));
    }

    /** A request of whose answer only the head was read. */
    private static Wire unread(Wire wire) throws IOException {
        wire.head("GET %s HTTP/1.1".formatted(RouteSuite.path(RouteSuite.UNKNOWN, "/result")), "Host: localhost");
        assertThat(wire.block().get(0)).contains(" 200 ");
        return wire;
    }

    /** How many bytes of the body arrive. */
    private static int read(Wire wire) throws IOException {
        return wire.text(LargeResults.BYTES).length();
    }

    private static Wire unreadFeed(FlowFabricServer from) throws IOException {
        return new Wire(from.address(), 4096).head("GET /v1/events?after=start HTTP/1.0", "Host: localhost");
    }

    /** About eight megabytes of them. */
    private void writeManyEvents() {
        String instance = "i".repeat(250);
        String namespace = "n".repeat(250);
        String items = IntStream.range(0, 500)
                .mapToObj(i -> "{'namespace':'%s','execution_kind':'k','lane_id':'main'}".formatted(namespace))
                .collect(Collectors.joining(","));
        http.call("submit_batch", "{'executions':[%s]}".formatted(items));
        var handles = new ArrayList<String>();
        while (handles.size() < 500) {
            http.call(
                            "claim",
                            "{'lane_id':'main','worker_id':'w','worker_instance_id':'%s','limit':250,'lease_ttl_ms':3600000}"
                                    .formatted(instance))
                    .variant("ClaimedMany")
                    .forEach(claim -> handles.add(claim.get("handle").textValue()));
        }
        String renewals = handles.stream()
                .map(handle -> "{'handle':'%s','lease_ttl_ms':3600000}".formatted(handle))
                .collect(Collectors.joining(","));
        for (int i = 0; i < 20; i++) {
            var renewed = http.call("renew_batch", "{'items':[%s]}".formatted(renewals));
            assertThat(renewed.variant("results").findValues("Error")).isEmpty();
        }
    }
}
