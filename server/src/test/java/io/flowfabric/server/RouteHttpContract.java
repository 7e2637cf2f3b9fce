package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Chapter 07 §1: requests to the routes of the Rust FlowFabric. */
abstract class RouteHttpContract extends RouteSuite {
    private static final int CONTROL = 65_536;
    private static final int LARGE = 1_048_576;

    @Test
    void submissionsHaveALargeLimitAndEverythingElseASmallOne() {
        assertTooLarge(post("/v1/executions", padded(LARGE + 1)), LARGE, "/v1/executions");
        assertThat(post("/v1/executions", padded(LARGE)).status()).isEqualTo(422);
        assertThat(post("/v1/executions", padded(LARGE - 1)).status()).isEqualTo(422);
        assertTooLarge(post(path(UNKNOWN, "/cancel"), padded(CONTROL + 1)), CONTROL, "/v1/executions/{id}/cancel");
        assertThat(post(path(UNKNOWN, "/cancel"), padded(CONTROL)).status()).isEqualTo(422);
        assertTooLarge(put(path(UNKNOWN, "/priority"), padded(CONTROL + 1)), CONTROL, "/v1/executions/{id}/priority");
    }

    @Test
    void limitHoldsWhereTheBodyIsIgnoredToo() {
        assertTooLarge(post(path(UNKNOWN, "/replay"), padded(CONTROL + 1)), CONTROL, "/v1/executions/{id}/replay");
    }

    @Test
    void bodyWithoutALengthIsCountedWhileItComesIn() {
        var chunked = http.request("/v1/executions")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.fromPublisher(BodyPublishers.ofString(padded(LARGE + 1))));

        assertTooLarge(http.send(chunked).join(), LARGE, "/v1/executions");
    }

    private static void assertTooLarge(HttpAnswer refused, int limit, String route) {
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.body().get("error").textValue()).isEqualTo("payload_too_large");
        assertThat(refused.body().get("limit_bytes").intValue()).isEqualTo(limit);
        assertThat(refused.body().get("route").textValue()).isEqualTo(route);
    }

    /** An object of so many bytes. */
    private static String padded(int size) {
        return "{" + " ".repeat(size - 2) + "}";
    }

    @Test
    void bodyMustSayThatItIsJsonAndBeSo() {
        String submission = submission(freshId(), "").replace('\'', '"');
        for (var request : List.of(
                http.request("/v1/executions").header("Content-Type", "text/plain"), http.request("/v1/executions"))) {
            var refused =
                    http.send(request.POST(BodyPublishers.ofString(submission))).join();
            assertThat(refused.status()).isEqualTo(415);
            assertThat(refused.body().get("error").textValue()).isEqualTo("invalid JSON: Unsupported Media Type");
        }
        for (String broken : List.of("", "  ", "{'execution_id':", "{} {}", "nonsense")) {
            var refused = post("/v1/executions", broken);
            assertThat(refused.status()).as(broken).isEqualTo(400);
            assertThat(refused.body().get("error").textValue()).startsWith("invalid JSON: Bad Request");
        }
        for (String other : List.of("{}", "[]", "null", "7")) {
            var refused = post("/v1/executions", other);
            assertThat(refused.status()).as(other).isEqualTo(422);
            assertThat(refused.body().get("error").textValue()).startsWith("invalid JSON: Unprocessable Entity");
        }
        var kindOfJson = http.request("/v1/executions")
                .header("Content-Type", "application/vnd.x+json; charset=utf-8")
                .POST(BodyPublishers.ofString(submission));
        assertThat(http.send(kindOfJson).join().status()).isEqualTo(201);
    }

    @Test
    void everyRequiredMemberIsRequired() throws IOException {
        for (String member : List.of(
                "execution_id",
                "namespace",
                "lane_id",
                "execution_kind",
                "input_payload",
                "priority",
                "creator_identity")) {
            var whole = (ObjectNode)
                    HttpCaller.JSON.readTree(submission(freshId(), "").replace('\'', '"'));
            var without = post("/v1/executions", whole.without(member).toString());
            assertThat(without.status()).as(member).isEqualTo(422);
            assertThat(without.body().get("error").textValue()).contains(member);
        }
    }

    @Test
    void nullStandsForAbsentScalarsAndObjectsOnly() {
        assertThat(post(
                                "/v1/executions",
                                submission(
                                        freshId(),
                                        ",'payload_encoding':null,'idempotency_key':null,'policy':null,'delay_until':null,"
                                                + "'execution_deadline_at':null,'now':null,'partition_id':null"))
                        .status())
                .isEqualTo(201);
        assertThat(post("/v1/executions", submission(freshId(), ",'tags':null")).status())
                .isEqualTo(422);
        String id = create();
        assertThat(post(path(id, "/cancel"), cancellation(id, ",'source':null")).status())
                .isEqualTo(422);
    }

    @Test
    void membersOfTheWrongTypeAreRefused() {
        for (String wrong : List.of(
                "'input_payload':'abc'",
                "'input_payload':{'base64':'AAAA'}",
                "'input_payload':[256]",
                "'priority':1.5",
                "'priority':'5'",
                "'priority':2147483648",
                "'delay_until':1.5",
                "'delay_until':'5'",
                "'tags':{'app.a':7}",
                "'policy':'{}'",
                "'policy':[]",
                "'lane_id':7")) {
            assertThat(post("/v1/executions", submission(freshId(), "," + wrong))
                            .status())
                    .as(wrong)
                    .isEqualTo(422);
        }
    }

    @Test
    void idsHaveOneSpelling() {
        for (String id : List.of(
                "11111111-1111-4111-8111-111111111111",
                "{fp:7}:AAAAAAAA-1111-4111-8111-111111111111",
                "{fp:07}:11111111-1111-4111-8111-111111111111",
                "{fp:+7}:11111111-1111-4111-8111-111111111111")) {
            assertThat(post("/v1/executions", submission(id, "")).status())
                    .as(id)
                    .isEqualTo(422);
            assertThat(post(path(UNKNOWN, "/cancel"), cancellation(id, "")).status())
                    .as(id)
                    .isEqualTo(422);
            for (var refused : List.of(
                    get(path(id, "")),
                    postNothing(path(id, "/replay")),
                    post(path(id, "/cancel"), cancellation(id, "")))) {
                assertThat(refused.status()).as(id).isEqualTo(400);
                assertThat(refused.body().get("error").textValue()).startsWith("invalid execution_id: ");
            }
        }
    }

    @Test
    void idsInPathsMayHaveRawBraces() throws IOException {
        String id = create();

        assertThat(get(path(id, "/state")).status()).isEqualTo(200);
        try (var wire = new Wire(server.address())) {
            wire.head("GET /v1/executions/%s/state HTTP/1.1".formatted(id), "Host: localhost", "Connection: close");
            assertThat(wire.status()).contains(" 200 ");
        }
        try (var wire = new Wire(server.address())) {
            wire.head("GET /v1/executions/%s HTTP/1.1".formatted(UNKNOWN), "Host: localhost", "Connection: close");
            assertThat(wire.status()).contains(" 404 ");
        }
    }

    @Test
    void idInTheBodyMustBeThatOfThePath() {
        String id = create();

        var refused = post(path(id, "/cancel"), cancellation(UNKNOWN, ""));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().get("error").textValue())
                .isEqualTo("path execution_id does not match body execution_id");
        assertThat(post(path(id, "/cancel"), "{'reason':'x'}").status()).isEqualTo(422);
        assertThat(state(id)).isEqualTo("waiting");
    }

    @Test
    void unknownMembersAreIgnored() {
        assertThat(post("/v1/executions", submission(freshId(), ",'policy_json':'old','mint_for_flow':5"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void lanesAndNamespacesAreCheckedByTheirRules() {
        String lane = submission(freshId(), "").replace("'main'", "'%s'");
        assertThat(post("/v1/executions", lane.formatted("a".repeat(64))).status())
                .isEqualTo(201);
        for (String bad : List.of("", "a".repeat(65), "a\\nb", "a,b", "\u00e4")) {
            assertThat(post("/v1/executions", lane.formatted(bad)).status())
                    .as(bad)
                    .isEqualTo(422);
        }
        String namespace = submission(freshId(), "").replace("'shop'", "'%s'");
        for (String bad : List.of("", "a b", "n".repeat(257))) {
            var refused = post("/v1/executions", namespace.formatted(bad));
            assertThat(refused.status()).as(bad).isEqualTo(400);
            assertThat(refused.body().get("error").textValue()).startsWith("invalid_input: namespace");
        }
    }

    @Test
    void wrongMethodIsAnsweredWithThoseThatAreRight() {
        var wrong = put("/v1/executions", "{}");
        assertThat(wrong.status()).isEqualTo(405);
        assertThat(wrong.body().isMissingNode()).isTrue();
        assertThat(wrong.headers().firstValue("Allow")).contains("GET, POST");
        assertThat(post(path(UNKNOWN, "/priority"), "{}").headers().firstValue("Allow"))
                .contains("PUT");
        for (String absent : List.of("/pending-waitpoints", "/attempts/0/stream")) {
            assertThat(get(path(UNKNOWN, absent)).status()).as(absent).isEqualTo(404);
        }
    }

    @Test
    void descriptionHasEveryRouteWithItsBodyAndStatuses() {
        JsonNode paths = http.get("/openapi.json").body().get("paths");

        for (String route : List.of(
                "get /v1/executions",
                "post /v1/executions",
                "get /v1/executions/{id}",
                "get /v1/executions/{id}/state",
                "get /v1/executions/{id}/result",
                "get /v1/executions/{id}/explain",
                "post /v1/executions/{id}/cancel",
                "put /v1/executions/{id}/priority",
                "post /v1/executions/{id}/replay",
                "post /v1/executions/{id}/revoke-lease",
                "post /v1/executions/{id}/reclaim",
                "post /v1/workers/{worker_id}/claim",
                "get /healthz",
                "get /readyz")) {
            var parts = route.split(" ");
            assertThat(paths.path(parts[1]).has(parts[0])).as(route).isTrue();
        }
        var create = paths.get("/v1/executions").get("post");
        assertThat(create.get("responses").has("201")).isTrue();
        var schema = create.at("/requestBody/content/application~1json/schema");
        assertThat(schema.get("required")).hasSize(7);
        assertThat(schema.get("properties")).hasSize(13);
        assertThat(schema.at("/properties/input_payload/type").textValue()).isEqualTo("array");
        assertThat(paths.get("/v1/executions").get("get").get("parameters").findValuesAsText("name"))
                .containsExactly("partition", "cursor", "limit");
        assertThat(paths.get("/v1/executions/{id}").get("get").get("parameters").findValuesAsText("name"))
                .containsExactly("id");
    }
}
