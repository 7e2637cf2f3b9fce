package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.server.http.BodyLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The limits of a server for callers without a key. */
class LimitTest extends SqliteSuite {
    @Test
    void headThatIsTooLongIsRefused() throws IOException {
        assertThat(status("X-Long: " + "a".repeat(15_000))).contains(" 200 ");
        assertThat(status("X-Long: " + "a".repeat(20_000))).contains(" 431 ");
    }

    private String status(String header) throws IOException {
        try (var wire = new Wire(server.address())) {
            wire.head("GET /healthz HTTP/1.1", "Host: localhost", header);
            return wire.status();
        }
    }

    @Test
    void moreThanAreWorkedOnAtOnceAreTurnedAwayButHealthIsTold() throws IOException {
        var small = another(ServerConfig.LOOPBACK.withLimits(new ServerConfig.Limits(10, 10, 1, 8192)));
        var caller = new HttpCaller(small.address());
        try (var slow = new Wire(small.address())) {
            slow.head(
                    "POST /v1/ops/ping HTTP/1.1",
                    "Host: localhost",
                    "Content-Type: application/json",
                    "Content-Length: 2",
                    "Expect: 100-continue");
            // The server reads the body now, which the client sends slowly.
            assertThat(slow.status()).contains(" 100 ");
            slow.block();

            var refused = caller.call("ping", "{}");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.body().get("code").textValue()).isEqualTo("resource_exhausted");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(caller.get("/healthz").status()).isEqualTo(200);
            slow.text("{}");
            assertThat(slow.status()).contains(" 200 ");
        }
        Await.until(() -> caller.call("ping", "{}").status() == 200, "the place is free again");
        var parked = caller.later("claim", claim(",'max_wait_ms':30000"));
        Await.until(() -> small.parkedRequests() == 1, "a claim waits");
        Await.until(() -> caller.call("ping", "{}").status() == 200, "one that waits takes no place");
        submit();
        assertThat(parked.join().status()).isEqualTo(200);
    }

    @Test
    void bodiesThatDoNotFitInMemoryTogetherAreTurnedAwayUntilOneIsGone() throws IOException {
        var slow = new ArrayList<Wire>();
        try {
            long fitting = 2 * MemoryBudget.ofCalls() / (3L * BodyLimit.LARGE);
            while (slow.size() < fitting) {
                slow.add(largeBody());
                assertThat(slow.get(slow.size() - 1).status()).contains(" 100 ");
            }

            try (var refused = largeBody()) {
                assertThat(refused.status()).contains(" 503 ");
                assertThat(refused.block()).anyMatch(line -> line.startsWith("Retry-After: "));
            }
            assertThat(http.get("/healthz").status()).isEqualTo(200);
            assertThat(http.call("ping", "{}").status())
                    .as("a small body is taken all the same")
                    .isEqualTo(200);

            slow.get(0).reset();
            Await.until(this::takesALargeBody, "the memory of a request whose client has gone is free");
        } finally {
            for (var wire : slow) {
                wire.close();
            }
        }
    }

    private boolean takesALargeBody() {
        try (var wire = largeBody()) {
            return wire.status().contains(" 100 ");
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** A request that announces the largest body and sends none of it. */
    private Wire largeBody() throws IOException {
        return new Wire(server.address())
                .head(
                        "POST /v1/ops/create_execution HTTP/1.1",
                        "Host: localhost",
                        "Content-Type: application/json",
                        "Content-Length: " + BodyLimit.LARGE,
                        "Expect: 100-continue");
    }

    @Test
    void moreFeedsThanTheProcessMayHaveAreTurnedAwayUntilOneEnds() throws IOException {
        var small = another(ServerConfig.LOOPBACK.withLimits(new ServerConfig.Limits(10, 2, 10, 8192)));
        var caller = new HttpCaller(small.address());
        try (var first = feed(small);
                var second = feed(small)) {
            for (Wire served : List.of(first, second)) {
                assertThat(served.block().get(0)).startsWith("id: ");
            }

            var refused = caller.get("/v1/events");

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.body().get("kind").textValue()).isEqualTo("resource_exhausted");
            assertThat(refused.body().get("code").textValue()).isEqualTo("resource_exhausted");
            assertThat(refused.body().get("retryable").booleanValue()).isTrue();
            assertThat(refused.body().at("/details/pool").textValue()).isEqualTo("event_streams");
            assertThat(refused.body().at("/details/max").intValue()).isEqualTo(2);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(caller.call("ping", "{}").status()).isEqualTo(200);

            first.reset();
            Await.until(() -> small.eventStreams() == 1, "the feed whose client has gone is over");
            feed(small).close();
        }
    }

    /** A feed that has begun. */
    private static Wire feed(FlowFabricServer from) throws IOException {
        var wire = new Wire(from.address()).head("GET /v1/events HTTP/1.0", "Host: localhost");
        assertThat(wire.block().get(0)).contains(" 200 ");
        return wire;
    }
}
