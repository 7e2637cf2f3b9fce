package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.server.ServerConfig.Limits;
import io.flowfabric.server.http.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Clients that take their time, and many of them. */
class SlowClientTest extends SqliteSuite {
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofMinutes(5);
    /** More than the server has threads: one for each request it works on, and fifty besides. */
    private static final int FEEDS = 60;

    private static final Limits FEW_THREADS = new Limits(100, 100, 5, 16_384);

    @Test
    void headThatDoesNotGoOnIsCutOff() throws IOException {
        var hasty = another(ServerConfig.LOOPBACK, new Patience(SHORT, LONG));
        try (var wire = new Wire(hasty.address())) {
            wire.text("GET /healthz HTTP/1.1\r\nHost:");
            assertThat(wire.isEnded()).isTrue();
        }
    }

    @Test
    void bodyThatDoesNotGoOnIsCutOff() throws IOException {
        var hasty = another(ServerConfig.LOOPBACK, new Patience(SHORT, LONG));
        try (var wire = new Wire(hasty.address())) {
            ping(wire, 10).text("{");
            assertThat(wire.answer().status()).isEqualTo(408);
            assertThat(wire.isEnded()).isTrue();
        }
    }

    @Test
    void bodyThatTricklesIsCutOff() throws IOException {
        var hasty = another(ServerConfig.LOOPBACK, new Patience(LONG, Duration.ZERO));
        try (var wire = new Wire(hasty.address())) {
            ping(wire, 10).text("{");
            var answer = wire.answer();
            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.body()).contains("request_timeout", "after 1 bytes");
            assertThat(wire.isEnded()).isTrue();
        }
    }

    @Test
    void connectionsWithoutARequestHoldNoThread() throws IOException {
        var small = another(ServerConfig.LOOPBACK.withLimits(FEW_THREADS));
        var idle = new ArrayList<Wire>();
        try {
            for (int i = 0; i < 2000; i++) {
                var wire = new Wire(small.address());
                idle.add(wire);
                if (i % 2 == 0) {
                    wire.text("GET /healthz HTTP/1.1\r\nHost:");
                }
            }
            assertThat(new HttpCaller(small.address()).get("/readyz").status()).isEqualTo(200);
            for (int i = 0; i < 2000; i += 2) {
                assertThat(idle.get(i).text(" x\r\n\r\n").answer().status()).isEqualTo(200);
            }
        } finally {
            for (Wire wire : idle) {
                wire.close();
            }
        }
    }

    /** Each has more to read than fits between it and the server, and reads none of it. */
    @Test
    void feedsThatAreNotReadHoldNoThreadAndAreDropped() throws IOException {
        var config = ServerConfig.LOOPBACK.withLimits(FEW_THREADS);
        var hasty = another(config, new Patience(Duration.ofSeconds(12), LONG));
        var stalled = new ArrayList<Wire>();
        try {
            writeManyEvents();
            for (int i = 0; i < FEEDS; i++) {
                stalled.add(new Wire(hasty.address(), 4096).head("GET /v1/events?after=start HTTP/1.0", "Host: x"));
                // On a slow machine the first are dropped before the last are open, so they are not counted.
                assertThat(stalled.get(i).status()).contains(" 200 ");
            }
            assertThat(new HttpCaller(hasty.address()).get("/readyz").status()).isEqualTo(200);

            Await.until(() -> hasty.eventStreams() == 0, "all feeds were dropped");
        } finally {
            for (Wire wire : stalled) {
                wire.close();
            }
        }
        assertThat(new HttpCaller(hasty.address()).get("/readyz").status()).isEqualTo(200);
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

    private static Wire ping(Wire wire, int length) throws IOException {
        return wire.head(
                "POST /v1/ops/ping HTTP/1.1", "Host: x", "Content-Type: application/json", "Content-Length: " + length);
    }
}
