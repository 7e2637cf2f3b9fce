package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.Store;
import io.flowfabric.server.auth.Keys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Foreign web pages can do nothing through the browser of a user who can reach the server. */
class CrossSiteTest extends ServerSuite {
    @TempDir
    Path directory;

    @Override
    Store openStore() {
        return TestStores.sqlite(directory);
    }

    private static final String JSON = "Content-Type: application/json";
    private static final String PAGE = "https://shop.example";

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "null", "http://localhost:1", "http://127.0.0.1.evil.example"})
    void pageOfAnotherOriginReachesNoOperation(String origin) throws IOException {
        String id = submit();

        assertThat(post("/v1/ops/cancel_execution", id, "Host: " + own(), "Origin: " + origin, JSON))
                .contains(" 403 ", "origin_forbidden")
                .doesNotContain("access-control-allow-origin");
        assertThat(state(id)).isEqualTo("waiting");
    }

    @Test
    void preflightOfAnotherOriginIsRefused() throws IOException {
        assertThat(ask(
                        "OPTIONS /v1/ops/claim HTTP/1.1",
                        "Host: " + own(),
                        "Origin: https://evil.example",
                        "Access-Control-Request-Method: POST"))
                .contains(" 403 ")
                .doesNotContain("access-control");
    }

    @Test
    void formCannotStopTheServer() throws IOException {
        for (String type : List.of("X-None: 1", "Content-Type: text/plain", "Content-Type: multipart/form-data")) {
            assertThat(ask("POST /v1/ops/shutdown_prepare HTTP/1.1", "Host: " + own(), type, "Content-Length: 0"))
                    .as(type)
                    .contains(" 415 ");
        }
        assertThat(http.get("/readyz").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:9090", "127.0.0.1.evil.example", "localhost.evil.example"})
    void nameThatIsNotTheServersReachesNoOperation(String host) throws IOException {
        String id = submit();

        assertThat(post("/v1/ops/cancel_execution", id, "Host: " + host, "Origin: http://" + host, JSON))
                .contains(" 403 ", "host_forbidden");
        assertThat(ask("GET /v1/executions/" + id + " HTTP/1.1", "Host: " + host))
                .contains(" 403 ");
        assertThat(ask("GET http://" + host + "/v1/ops HTTP/1.1", "Host: " + host))
                .contains(" 403 ");
        assertThat(ask("GET http://" + host + "/v1/ops HTTP/1.1", "Host: " + own()))
                .contains(" 400 ");
        assertThat(state(id)).isEqualTo("waiting");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "LOCALHOST:9090", "[::1]", "[::1]:9090", "10.1.2.3:80"})
    void addressesAndLocalhostAreAlwaysKnown(String host) throws IOException {
        assertThat(ask("GET /v1/ops HTTP/1.1", "Host: " + host)).contains(" 200 ");
    }

    @Test
    void imageOrScriptOfAPageElsewhereIsRefusedAndALinkIsNot() throws IOException {
        for (String site : List.of("cross-site", "same-site")) {
            assertThat(ask("GET /v1/events HTTP/1.1", "Host: " + own(), "Sec-Fetch-Site: " + site))
                    .contains(" 403 ");
        }
        assertThat(ask(
                        "GET /v1/ops HTTP/1.1",
                        "Host: " + own(),
                        "Sec-Fetch-Site: cross-site",
                        "Sec-Fetch-Mode: navigate"))
                .contains(" 200 ");
    }

    @Test
    void allowedPageCallsUnderAnAllowedName() throws IOException {
        var access = new ServerConfig.Access(
                        ServerConfig.Access.OPEN.authenticator(),
                        ServerConfig.Access.OPEN.views(),
                        false,
                        List.of(PAGE))
                .with(new ServerConfig.Shield(false, Optional.empty(), List.of("Flow.Example")));
        var server = another(ServerConfig.LOOPBACK.withAccess(access));

        assertThat(ask(server, "GET /v1/ops HTTP/1.1", "Host: flow.example:9090", "Origin: " + PAGE))
                .contains(" 200 ", "access-control-allow-origin: " + PAGE);
        assertThat(ask(server, "GET /v1/ops HTTP/1.1", "Host: flow.example:9090", "Origin: http://flow.example:9090"))
                .contains(" 200 ");
        assertThat(ask(server, "GET /v1/ops HTTP/1.1", "Host: other.example", "Origin: " + PAGE))
                .contains(" 403 ");
    }

    @Test
    void serverWithKeysAnswersUnderEveryNameAndRefusesForeignPagesAllTheSame() throws IOException {
        var server = another(
                ServerConfig.LOOPBACK.withAccess(ServerConfig.Access.of(Keys.single("s3cret-of-the-test"), List.of())));
        String key = "Authorization: Bearer s3cret-of-the-test";

        assertThat(ask(server, "GET /v1/ops HTTP/1.1", "Host: flow.example", key))
                .contains(" 200 ");
        assertThat(ask(server, "GET /v1/ops HTTP/1.1", "Host: flow.example", key, "Origin: " + PAGE))
                .contains(" 403 ");
    }

    @Test
    void everyAnswerForbidsToGuessItsType() throws IOException {
        for (String request : List.of("GET /v1/ops HTTP/1.1", "GET /nowhere HTTP/1.1", "GET /v1/ops HTTP/9.9", "?")) {
            assertThat(ask(request, "Host: " + own())).as(request).contains("x-content-type-options: nosniff");
        }
    }

    private String own() {
        return "127.0.0.1:" + server.address().getPort();
    }

    private String state(String id) {
        return http.call("read_execution_state", "{'execution_id':'%s'}".formatted(id))
                .body()
                .textValue();
    }

    private String post(String path, String id, String... head) throws IOException {
        String body = "{\"execution_id\":\"%s\",\"reason\":\"evil\"}".formatted(id);
        var lines = new ArrayList<>(List.of("POST " + path + " HTTP/1.1", "Content-Length: " + body.length()));
        lines.addAll(List.of(head));
        try (var wire = new Wire(server.address())) {
            return text(wire.head(lines.toArray(String[]::new)).text(body));
        }
    }

    private String ask(String... head) throws IOException {
        return ask(server, head);
    }

    private static String ask(FlowFabricServer server, String... head) throws IOException {
        try (var wire = new Wire(server.address())) {
            return text(wire.head(head));
        }
    }

    private static String text(Wire wire) throws IOException {
        var answer = wire.answer();
        return (String.join("\n", answer.head()) + "\n" + answer.body()).toLowerCase(Locale.ROOT);
    }
}
