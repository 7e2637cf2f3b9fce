package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.server.auth.Keys;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Chapter 07 §1 and chapter 08 §1: the rules for every request. */
abstract class HttpContract extends ServerSuite {
    private static final int CONTROL = 65_536;
    private static final int LARGE = 1_048_576;

    @Test
    void bodyOfExactlyTheLimitPassesAndOneByteMoreDoesNot() {
        assertThat(http.call("ping", padded(CONTROL)).status()).isEqualTo(200);
        var refused = http.call("ping", padded(CONTROL + 1));
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.body().get("limit_bytes").intValue()).isEqualTo(CONTROL);
        assertThat(refused.body().get("route").textValue()).isEqualTo("/v1/ops/ping");
        assertThat(refused.body().get("code").textValue()).isEqualTo("payload_too_large");

        assertThat(http.call("create_execution", padded(LARGE)).status()).isEqualTo(422);
        assertThat(http.call("create_execution", padded(LARGE + 1)).status()).isEqualTo(413);
    }

    /** An object of so many bytes. */
    private static String padded(int size) {
        return "{" + " ".repeat(size - 2) + "}";
    }

    @Test
    void bodyWithoutALengthIsCountedWhileItComesIn() {
        var request = http.request("/v1/ops/ping")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.fromPublisher(BodyPublishers.ofString(padded(CONTROL + 1))));

        assertThat(http.send(request).join().status()).isEqualTo(413);
    }

    @Test
    void contentTypeMustBeJsonAlsoWithoutABody() {
        var text = http.request("/v1/ops/ping")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("{}"));
        var answer = http.send(text).join();
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.body().get("error").textValue()).isEqualTo("invalid JSON: Unsupported Media Type");
        var kindOfJson = http.request("/v1/ops/ping")
                .header("Content-Type", "application/vnd.x+json; charset=utf-8")
                .POST(BodyPublishers.ofString("{}"));
        assertThat(http.send(kindOfJson).join().status()).isEqualTo(200);
        var untyped = http.request("/v1/ops/ping").POST(BodyPublishers.noBody());
        assertThat(http.send(untyped).join().status()).isEqualTo(415);
        var empty = http.request("/v1/ops/ping")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.noBody());
        assertThat(http.send(empty).join().body().textValue()).isEqualTo("Ok");
    }

    @Test
    void malformedJsonAndWrongTypesAreToldApart() {
        assertThat(http.call("claim", "{'lane_id':").status()).isEqualTo(400);
        assertThat(http.call("claim", "{} {}").status()).isEqualTo(400);
        assertThat(http.call("claim", "[".repeat(5000)).status()).isEqualTo(400);
        assertThat(http.call("claim", "{'lane_id':7}").status()).isEqualTo(422);
        assertThat(http.call("claim", claim(",'limit':1e400")).status()).isEqualTo(422);
        assertThat(http.call("claim", claim(",'limit':99999999999")).status()).isEqualTo(422);
        assertThat(http.call("claim", claim(",'limit':1.5")).status()).isEqualTo(422);
        assertThat(http.call("claim", claim(",'limit':'1'")).status()).isEqualTo(422);
        assertThat(http.call("cancel_execution", "{'execution_id':'%s','reason':7}".formatted(submit()))
                        .status())
                .isEqualTo(422);
    }

    @Test
    void idsHaveOneSpelling() {
        for (String id : List.of(
                "11111111-1111-4111-8111-111111111111",
                "{fp:07}:11111111-1111-4111-8111-111111111111",
                "{fp:+7}:11111111-1111-4111-8111-111111111111",
                "{fp:7}:AAAAAAAA-1111-4111-8111-111111111111")) {
            assertThat(http.call("describe_execution", "{'execution_id':'%s'}".formatted(id))
                            .status())
                    .as(id)
                    .isEqualTo(422);
        }
    }

    @Test
    void lanesAndNamespacesAreCheckedByTheirRules() {
        String lane = "{'namespace':'n','execution_kind':'k','lane_id':'%s'}";
        assertThat(http.call("create_execution", lane.formatted("a".repeat(64))).status())
                .isEqualTo(200);
        for (String bad : List.of("a".repeat(65), "a\\nb", "a,b", "\u00e4")) {
            assertThat(http.call("create_execution", lane.formatted(bad)).status())
                    .as(bad)
                    .isEqualTo(422);
        }
        for (String bad : List.of("", "a b", "n".repeat(257))) {
            var refused = http.call("create_execution", "{'namespace':'%s','execution_kind':'k'}".formatted(bad));
            assertThat(refused.status()).as(bad).isEqualTo(400);
            assertThat(refused.body().get("code").textValue()).isEqualTo("invalid_input");
        }
    }

    @Test
    void bytesAreNoText() {
        String create = "{'namespace':'n','execution_kind':'k','input_payload':%s}";
        assertThat(http.call("create_execution", create.formatted("'abc'")).status())
                .isEqualTo(422);
        assertThat(http.call("create_execution", create.formatted("[1,256]")).status())
                .isEqualTo(422);
        assertThat(http.call("create_execution", create.formatted("[0,255]")).status())
                .isEqualTo(200);
    }

    @Test
    void whatLeadsNowhereIsAnsweredWithAStatusAlone() throws IOException {
        assertThat(http.get("/nowhere").status()).isEqualTo(404);
        assertThat(http.get("/nowhere").body().isMissingNode()).isTrue();
        var wrongMethod = http.get("/v1/ops/ping");
        assertThat(wrongMethod.status()).isEqualTo(405);
        assertThat(wrongMethod.body().isMissingNode()).isTrue();
        assertThat(wrongMethod.headers().firstValue("Allow")).contains("POST");
        try (var wire = new Wire(server.address())) {
            wire.head("GET /v1/executions/{fp:7}:11111111-1111-4111-8111-111111111111 HTTP/1.1", "Host: localhost");
            assertThat(wire.status()).contains(" 404 ");
        }
    }

    @Test
    void headIsAnsweredWhereGetIsExceptOnFeeds() {
        assertThat(http.send(http.request("/healthz").method("HEAD", BodyPublishers.noBody()))
                        .join()
                        .status())
                .isEqualTo(200);
        assertThat(http.send(http.request("/v1/events").method("HEAD", BodyPublishers.noBody()))
                        .join()
                        .status())
                .isEqualTo(405);
    }

    @Test
    void everyAnswerNamesItsRequest() {
        var own = http.send(http.request("/healthz").header("X-Request-Id", "mine-1"))
                .join();
        assertThat(own.headers().firstValue("X-Request-Id")).contains("mine-1");
        var indecent = http.send(http.request("/healthz").header("X-Request-Id", "a b"))
                .join();
        assertThat(indecent.headers().firstValue("X-Request-Id"))
                .isPresent()
                .get()
                .isNotEqualTo("a b");
    }

    @Test
    void withoutTheTokenNothingIsAnsweredButHealth() {
        var access = ServerConfig.Access.of(Keys.single("s3cret-of-the-test"), List.of("https://shop.example"));
        var keyed =
                new HttpCaller(another(ServerConfig.LOOPBACK.withAccess(access)).address());

        assertThat(keyed.get("/healthz").status()).isEqualTo(200);
        assertThat(keyed.get("/readyz").status()).isEqualTo(200);
        var refused = keyed.get("/v1/ops");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.body().get("error").textValue()).isEqualTo("missing or invalid Authorization header");
        for (String unknown : List.of("/nowhere", "/healthz/", "/readyz/", "/HEALTHZ")) {
            assertThat(keyed.get(unknown).status()).as(unknown).isEqualTo(401);
        }
        for (String wrong : List.of(
                "Bearer s3cret-of-the-tesT",
                "bearer s3cret-of-the-test",
                "s3cret-of-the-test",
                "Bearer  s3cret-of-the-test")) {
            var request = keyed.request("/v1/ops").header("Authorization", wrong);
            assertThat(keyed.send(request).join().status()).as(wrong).isEqualTo(401);
        }
        var right = keyed.request("/v1/ops").header("Authorization", "Bearer s3cret-of-the-test");
        assertThat(keyed.send(right).join().status()).isEqualTo(200);
        var slash = keyed.request("/v1/ops/claim/").header("Authorization", "Bearer s3cret-of-the-test");
        assertThat(keyed.send(slash).join().status()).isEqualTo(404);
    }

    @Test
    void preflightsNeedNoTokenAndNameWhatIsAllowed() throws IOException {
        var access = ServerConfig.Access.of(Keys.single("s3cret-of-the-test"), List.of("https://shop.example"));
        var keyed = another(ServerConfig.LOOPBACK.withAccess(access));

        try (var wire = new Wire(keyed.address())) {
            wire.head(
                    "OPTIONS /v1/ops/claim HTTP/1.1",
                    "Host: localhost",
                    "Origin: https://shop.example",
                    "Access-Control-Request-Method: POST",
                    "Access-Control-Request-Headers: authorization, content-type");
            var head = String.join("\n", wire.block()).toLowerCase(Locale.ROOT);
            assertThat(head)
                    .contains(
                            " 200 ",
                            "access-control-allow-origin: https://shop.example",
                            "authorization",
                            "content-type");
        }
        try (var wire = new Wire(keyed.address())) {
            wire.head(
                    "OPTIONS /v1/ops/claim HTTP/1.1",
                    "Host: localhost",
                    "Origin: https://evil.example",
                    "Access-Control-Request-Method: POST");
            assertThat(String.join("\n", wire.block()).toLowerCase(Locale.ROOT))
                    .doesNotContain("access-control-allow-origin");
        }
    }

    @Test
    void descriptionContainsEveryOperationAndItself() {
        var description = http.get("/openapi.json").body();

        assertThat(description.get("openapi").textValue()).startsWith("3.1");
        for (var operation : Catalogue.all()) {
            var described = description.at("/paths/~1v1~1ops~1%s/post".formatted(operation.name()));
            assertThat(described.at("/operationId").textValue()).isEqualTo(operation.name());
            assertThat(described.at("/responses/200").isMissingNode()).isFalse();
        }
        assertThat(description.get("paths").has("/openapi.json")).isTrue();
        assertThat(description.get("paths").has("/v1/events")).isTrue();
        var claim = description.at("/paths/~1v1~1ops~1claim/post/requestBody/content/application~1json/schema");
        assertThat(claim.at("/properties/lease_ttl_ms/default").intValue()).isEqualTo(30_000);
        assertThat(claim.get("required").toString()).contains("worker_id").doesNotContain("limit");
        assertThat(claim.get("oneOf").toString()).contains("lane_id").contains("lanes");
    }

    @Test
    void healthSaysWhetherTheServerIsOfUse() {
        assertThat(http.page("/healthz").body()).isEqualTo("{\"status\":\"ok\"}");
        assertThat(http.page("/readyz").body()).isEqualTo("{\"status\":\"ready\"}");
    }
}
