package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Malformed HTTP, malformed JSON, wrong types: the right status, the common error body, and a server that goes on. */
class BadInputTest extends SqliteSuite {
    private static final String PING = "POST /v1/ops/ping HTTP/1.1";
    private static final String JSON = "Content-Type: application/json";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7b22613a",
                "ff",
                "7b2261223a22ff227d",
                "7b2261223a22eda080227d",
                "7b2261223a22c080227d",
                "7b2261223a22c1af227d",
                "7b2261223a22e080af227d",
                "7b2261223a22f4908080227d",
                "7b2261223a22f5808080227d",
                "efbbbf7b7d",
                "007b007d",
                "7b007d00",
                "feff007b007d",
                "fffe7b007d00",
                "0000007b0000007d",
                "7b0000007d000000",
                "0000007bffffffff",
                "feff007b",
                "00",
                "22",
                "7b2261223a317d7d",
                "7b2261223a4e614e7d",
                "7b2261223a30317d"
            })
    void bytesThatAreNoJsonAreMalformed(String hex) {
        var refused = http.send(http.request("/v1/ops/ping")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(bytes(hex))))
                .join();

        assertError(400, "malformed_json", refused.status(), refused.body());
    }

    private static byte[] bytes(String hex) {
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "[], 422",
                "null, 422",
                "'text', 422",
                "1e1000000000, 422",
                "{'limit':1e1000000000}, 422",
                "{'limit':-1e-1000000000}, 422",
                "{'limit':123456789012345678901234567890}, 422",
                "{'limit':'5'}, 422",
                "{'limit':true}, 422",
                "{'limit':[1]}, 422",
                "{'limit':{}}, 422",
                "{'max_wait_ms':'5'}, 422",
                "{'limit':0}, 400",
                "{'limit':257}, 400",
                "{'max_wait_ms':30001}, 400",
                "{'max_wait_ms':-1}, 400",
            })
    void valueOfTheWrongTypeIsRefusedAndOneOutOfRangeToo(String arguments, int status) {
        String whole = arguments.startsWith("{") ? claim("").replace("}", "," + arguments.substring(1)) : arguments;

        var refused = http.call("claim", whole);

        assertError(status, status == 422 ? "invalid_arguments" : "invalid_input", refused.status(), refused.body());
    }

    @Test
    void nestingIsBounded() {
        for (String body : List.of("[".repeat(30_000), "{'a':".repeat(10_000))) {
            var refused = http.call("ping", body);
            assertError(400, "malformed_json", refused.status(), refused.body());
        }
        String deep = "{'namespace':'n','execution_kind':'k','input_payload':{'json':%s}}"
                .formatted("[".repeat(5000) + "]".repeat(5000));
        var refused = http.call("create_execution", deep);
        assertError(400, "malformed_json", refused.status(), refused.body());
    }

    @Test
    void refusalNamesNoClass() {
        for (String arguments : List.of(claim(",'capabilities':[null]"), claim(",'capabilities':'a'"))) {
            var refused = http.call("claim", arguments);
            assertError(422, "invalid_arguments", refused.status(), refused.body());
            assertThat(refused.body().get("error").textValue()).doesNotContain("java.", "io.flowfabric");
        }
    }

    @Test
    void unknownMembersAreIgnored() {
        String id = submit("'policy_json':{'a':[1]},'now':1");

        assertThat(http.call("read_execution_state", "{'execution_id':'%s'}".formatted(id))
                        .body()
                        .textValue())
                .isEqualTo("waiting");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'twice':1,'twice':1",
                "'tags':{'twice':'a','twice':'b'}",
                "'policy':{'twice':1,'twice':2}",
                "'policy':{'retry_policy':{'twice':1,'twice':2}}",
                "'input_payload':{'json':{'twice':1,'twice':2}}",
            })
    void memberThatIsThereTwiceIsRefusedByItsName(String members) {
        for (String operation : List.of("create_execution", "submit_batch")) {
            var refused = http.call(operation, "{%s}".formatted(members));

            assertError(400, "malformed_json", refused.status(), refused.body());
            assertThat(refused.body().get("error").textValue()).contains("twice");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "400|GET /healthz HTTP/1.1|bad header",
                "400|GET /healthz HTTP/1.1|Connection: close",
                "505|GET /healthz HTTP/9.9|Host: x",
                "400|GET /v1/%zz HTTP/1.1|Host: x",
                "400|GET /v1/%00 HTTP/1.1|Host: x",
                "400|POST /v1/ops/ping HTTP/1.1|Host: x|Content-Length: -5",
                "400|POST /v1/ops/ping HTTP/1.1|Host: x|Content-Length: 2|Content-Length: 3",
                "400|POST /v1/ops/ping HTTP/1.1|Host: x|Content-Length: 2|Transfer-Encoding: chunked",
                "417|POST /v1/ops/ping HTTP/1.1|Host: x|Expect: miracles",
                "400|\u0016\u0003\u0001 TLS",
            })
    void whatIsNoHttpIsRefusedInTheFormOfAllErrors(String row) throws IOException {
        int status = Integer.parseInt(row.substring(0, row.indexOf('|')));
        String lines = row.substring(row.indexOf('|') + 1);
        try (var wire = new Wire(server.address())) {
            var answer = wire.head(lines.split("\\|")).answer();
            assertThat(answer.status()).as(lines).isEqualTo(status);
            assertError(answer.status(), "malformed_request", answer.status(), tree(answer));
            assertThat(answer.head()).contains("Connection: close");
            assertThat(wire.isEnded()).isTrue();
        }
        assertThat(http.get("/healthz").status()).isEqualTo(200);
    }

    @Test
    void methodMayBeWrittenInSmallLetters() throws IOException {
        try (var wire = new Wire(server.address())) {
            wire.head("post /v1/ops/ping HTTP/1.1", "Host: localhost", JSON, "Content-Length: 2")
                    .text("{}");
            assertThat(wire.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void serverAsAWholeHasNoAnswer() throws IOException {
        try (var wire = new Wire(server.address())) {
            var answer = wire.head("OPTIONS * HTTP/1.1", "Host: localhost").answer();
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.body()).isEmpty();
        }
    }

    /** Characters that are invalid in a URI, and those that other servers take for the end of a name. */
    @ParameterizedTest
    @ValueSource(strings = {"a|b", "{a}", "a%2fb", "a%5cb", "a;b", "a%25b", "%2e%2e", "a\"b", "[a]"})
    void nameInAPathIsTakenAsItIs(String name) throws IOException {
        try (var wire = new Wire(server.address())) {
            var answer = wire.head("GET /v1/executions/%s HTTP/1.1".formatted(name), "Host: localhost")
                    .answer();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(tree(answer).get("error").textValue()).startsWith("invalid execution_id: ");
        }
    }

    @Test
    void headThatIsTooLongIsRefusedInTheFormOfAllErrors() throws IOException {
        for (var tooLong : Map.of(
                        431, List.of("GET /healthz HTTP/1.1", "Host: localhost", "X-Long: " + "a".repeat(20_000)),
                        414, List.of("GET /" + "a".repeat(20_000) + " HTTP/1.1", "Host: localhost"))
                .entrySet()) {
            try (var wire = new Wire(server.address())) {
                var answer =
                        wire.head(tooLong.getValue().toArray(String[]::new)).answer();
                assertError(tooLong.getKey(), "malformed_request", answer.status(), tree(answer));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/events?after=%zz%",
                "/v1/events?after=%ff",
                "/v1/events?namespace=%00",
                "/v1/events?tag=%3a",
                "/v1/events?namespace=%ff",
                "/v1/events?namespace=%c0%80",
                "/v1/events?tag=acme.a:%ed%a0%80",
                "/v1/events?namespace=\u00ff"
            })
    void queryThatCannotBeReadIsRefused(String path) throws IOException {
        try (var wire = new Wire(server.address())) {
            assertThat(wire.head("GET " + path + " HTTP/1.1", "Host: localhost").status())
                    .contains(" 400 ");
        }
    }

    @Test
    void bodyThatEndsBeforeItsLengthIsRefused() throws IOException {
        try (var wire = new Wire(server.address())) {
            wire.head(PING, "Host: localhost", JSON, "Content-Length: 50")
                    .text("{}")
                    .endOfRequest();
            var answer = wire.answer();
            assertError(400, "malformed_request", answer.status(), tree(answer));
        }
    }

    @Test
    void bodyWithBrokenChunksIsRefused() throws IOException {
        try (var wire = new Wire(server.address())) {
            wire.head(PING, "Host: localhost", JSON, "Transfer-Encoding: chunked")
                    .text("zz\r\n{}\r\n0\r\n\r\n");
            var answer = wire.answer();
            assertError(400, "malformed_request", answer.status(), tree(answer));
        }
    }

    @Test
    void whatFollowsTheLengthIsTheNextRequest() throws IOException {
        try (var wire = new Wire(server.address())) {
            wire.head(PING, "Host: localhost", JSON, "Content-Length: 2").text("{}garbage\r\n\r\n");
            assertThat(wire.answer().status()).isEqualTo(200);
            assertThat(wire.answer().status()).isEqualTo(400);
            assertThat(wire.isEnded()).isTrue();
        }
    }

    @Test
    void lengthAboveTheLimitIsRefusedBeforeTheBodyComes() throws IOException {
        try (var wire = new Wire(server.address())) {
            var answer = wire.head(PING, "Host: localhost", JSON, "Content-Length: 65537")
                    .answer();
            assertError(413, "payload_too_large", answer.status(), tree(answer));
            assertThat(tree(answer).get("route").textValue()).isEqualTo("/v1/ops/ping");
            assertThat(answer.head()).contains("Connection: close");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST /nowhere HTTP/1.1", "POST /healthz HTTP/1.1", "GET /healthz HTTP/1.1"})
    void answerToARequestThatWasNotReadIsTheLastOne(String request) throws IOException {
        try (var wire = new Wire(server.address())) {
            var answer = wire.head(request, "Host: localhost", JSON, "Content-Length: 2")
                    .answer();
            assertThat(answer.head()).contains("Connection: close");
            assertThat(wire.text("{}").isEnded()).isTrue();
        }
    }

    @Test
    void refusalOfARequestThatWasReadKeepsTheConnection() throws IOException {
        try (var wire = new Wire(server.address())) {
            var refused = wire.head(PING, "Host: localhost", JSON, "Content-Length: 1")
                    .text("{")
                    .answer();
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.head()).noneMatch(line -> line.startsWith("Connection:"));
            assertThat(wire.post("ping", "{}").answer().status()).isEqualTo(200);
        }
    }

    @Test
    void chunksAboveTheLimitAreRefusedWhileTheyCome() throws IOException {
        String chunk = "1000\r\n" + " ".repeat(4096) + "\r\n";
        try (var wire = new Wire(server.address())) {
            wire.head(PING, "Host: localhost", JSON, "Transfer-Encoding: chunked");
            wire.text(chunk.repeat(17));
            var answer = wire.answer();
            assertError(413, "payload_too_large", answer.status(), tree(answer));
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInTheirOrder() throws IOException {
        try (var wire = new Wire(server.address())) {
            String one = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: %d\r\n\r\n";
            var all = new StringBuilder();
            for (int i = 0; i < 100; i++) {
                all.append(one.formatted(i));
            }
            wire.text(all.toString());
            for (int i = 0; i < 100; i++) {
                assertThat(wire.answer().head()).contains("X-Request-Id: " + i);
            }
        }
    }

    private static JsonNode tree(Wire.RawAnswer answer) throws IOException {
        return HttpCaller.JSON.readTree(answer.body().getBytes(StandardCharsets.ISO_8859_1));
    }

    private static void assertError(int status, String code, int answered, JsonNode body) {
        assertThat(answered).as("%s", body).isEqualTo(status);
        assertThat(body.path("code").textValue()).as("%s", body).isEqualTo(code);
        assertThat(body.path("error").textValue()).isNotEmpty().doesNotContain("Exception", "\tat ");
        assertThat(body.path("kind").isTextual()).isTrue();
        assertThat(body.path("retryable").isBoolean()).isTrue();
    }
}
