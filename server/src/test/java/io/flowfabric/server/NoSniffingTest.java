package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.server.metrics.ServerMetrics;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No answer, also to malformed requests, lets a browser guess its type. */
class NoSniffingTest extends SqliteSuite {
    private static final String HOST = "Host: 127.0.0.1";
    private static final String JSON = "Content-Type: application/json";
    private static final String KEY = "Authorization: Bearer token-of-key-all";

    @Override
    ServerConfig config() throws IOException {
        return withKeys(
                        KeyFiles.key("all", "'admin'", ""),
                        KeyFiles.key("bound", "'read'", ",'namespace':'a'"),
                        KeyFiles.key("full", "'admin'", ",'max_requests':0"))
                .withTelemetry(Telemetry.NONE.withMetrics(new ServerMetrics()));
    }

    record Asked(int status, List<String> lines) {}

    static Stream<Asked> requests() {
        return Stream.of(
                asked(200, "GET /healthz HTTP/1.1", HOST),
                asked(200, "GET /readyz HTTP/1.1", HOST),
                asked(200, "HEAD /healthz HTTP/1.1", HOST),
                asked(200, "GET /v1/ops HTTP/1.1", HOST, KEY),
                asked(200, "GET /metrics HTTP/1.1", HOST, KEY),
                asked(200, "GET /v1/events HTTP/1.1", HOST, KEY),
                asked(400, "?"),
                asked(400, "GET /v1/ops HTTP/1.1", HOST, "No colon"),
                asked(400, "GET /%zz HTTP/1.1", HOST),
                asked(400, "GET /v1/events?after=no-cursor HTTP/1.1", HOST, KEY),
                asked(401, "GET /v1/ops HTTP/1.1", HOST),
                asked(401, "GET /v1/events HTTP/1.1", HOST),
                asked(
                        403,
                        "POST /v1/ops/prepare HTTP/1.1",
                        HOST,
                        "Authorization: Bearer token-of-key-bound",
                        JSON,
                        "Content-Length: 0"),
                asked(404, "GET /nowhere HTTP/1.1", HOST, KEY),
                asked(405, "DELETE /v1/events HTTP/1.1", HOST, KEY),
                asked(413, "POST /v1/ops/claim HTTP/1.1", HOST, KEY, JSON, "Content-Length: 9999999"),
                asked(415, "POST /v1/ops/claim HTTP/1.1", HOST, KEY, "Content-Length: 0"),
                asked(422, "POST /v1/ops/claim HTTP/1.1", HOST, KEY, JSON, "Content-Length: 0"),
                asked(429, "GET /v1/ops HTTP/1.1", HOST, "Authorization: Bearer token-of-key-full"),
                asked(431, "GET /v1/ops HTTP/1.1", HOST, "X-Long: " + "x".repeat(20_000)),
                asked(505, "GET /v1/ops HTTP/9.9", HOST));
    }

    private static Asked asked(int status, String... lines) {
        return new Asked(status, List.of(lines));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void everyAnswerForbidsToGuessItsType(Asked asked) throws IOException {
        try (var wire = new Wire(server.address())) {
            assertForbidden(asked.status(), wire.head(asked.lines().toArray(String[]::new)));
        }
    }

    @Test
    void answerOfAStoppingServerForbidsItToo() throws IOException {
        http.with("token-of-key-all").call("shutdown_prepare", "{}");

        try (var wire = new Wire(server.address())) {
            assertForbidden(503, wire.head("GET /readyz HTTP/1.1", HOST));
        }
    }

    private static void assertForbidden(int status, Wire wire) throws IOException {
        var head =
                wire.block().stream().map(line -> line.toLowerCase(Locale.ROOT)).toList();
        assertThat(head.get(0)).contains(" " + status);
        assertThat(head).contains("x-content-type-options: nosniff");
    }
}
