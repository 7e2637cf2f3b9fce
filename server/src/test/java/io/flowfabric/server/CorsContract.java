package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.flowfabric.server.auth.AccessView;
import io.flowfabric.server.auth.Keys;
import io.flowfabric.server.http.pipeline.Authenticator;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** 07 §1.6: pages in browsers. */
abstract class CorsContract extends ServerSuite {
    private static final String PAGE = "https://shop.example";

    @Test
    void preflightNeedsNoKeyAndAllowsOneToBeSent() throws IOException {
        assertThat(preflight(keyed(PAGE), PAGE))
                .contains(
                        " 200 ", "access-control-allow-origin: " + PAGE, "access-control-allow-methods: get, post, put")
                .contains("content-type", "ff-bytes", "last-event-id", "authorization");
    }

    @Test
    void withoutKeysNoneIsAllowedToBeSent() throws IOException {
        assertThat(preflight(open(PAGE), PAGE)).contains("content-type").doesNotContain("authorization");
    }

    @Test
    void otherOriginsAreNotAllowed() throws IOException {
        assertThat(preflight(keyed(PAGE), "https://evil.example")).doesNotContain("access-control-allow-origin");
    }

    @Test
    void permissiveServerAllowsWhateverIsAskedFor() throws IOException {
        assertThat(preflight(keyed("*"), "https://any.example"))
                .contains("access-control-allow-origin: *", "authorization, content-type, x-own");
    }

    @Test
    void originsThatCannotBeAreLeftOutWithAWarning() throws IOException {
        try (var log = new LogWatch("io.flowfabric.server.http", Level.WARN)) {
            assertThat(preflight(open("bad\u0001", PAGE), PAGE)).contains("access-control-allow-origin: " + PAGE);
            assertThat(log.lines()).anyMatch(line -> line.contains("FF_CORS_ORIGINS"));
        }
    }

    @Test
    void noOriginThatCanBeKeepsTheServerFromStarting() {
        assertThatThrownBy(() -> open("bad\u0001", "worse\u0002"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("FF_CORS_ORIGINS");
    }

    @Test
    void refusedRequestTellsThePageWhy() throws IOException {
        try (var wire = new Wire(keyed(PAGE).address())) {
            wire.head("GET /v1/ops HTTP/1.1", "Host: localhost", "Origin: " + PAGE);
            assertThat(head(wire)).contains(" 401 ", "access-control-allow-origin: " + PAGE);
        }
    }

    private FlowFabricServer keyed(String... origins) {
        return another(ServerConfig.LOOPBACK.withAccess(
                ServerConfig.Access.of(Keys.single("s3cret-of-the-test"), List.of(origins))));
    }

    private FlowFabricServer open(String... origins) {
        return another(ServerConfig.LOOPBACK.withAccess(
                new ServerConfig.Access(Authenticator.OPEN, AccessView.open(), false, List.of(origins))));
    }

    private static String preflight(FlowFabricServer server, String origin) throws IOException {
        try (var wire = new Wire(server.address())) {
            wire.head(
                    "OPTIONS /v1/ops/claim HTTP/1.1",
                    "Host: localhost",
                    "Origin: " + origin,
                    "Access-Control-Request-Method: POST",
                    "Access-Control-Request-Headers: authorization, content-type, x-own");
            return head(wire);
        }
    }

    private static String head(Wire wire) throws IOException {
        return String.join("\n", wire.block()).toLowerCase(Locale.ROOT);
    }
}
