package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.store.testkit.SampleArguments;
import io.flowfabric.store.testkit.SampleArguments.ArgumentPath;
import io.flowfabric.store.testkit.SampleArguments.Sort;
import io.flowfabric.wire.ArgumentWriter;
import io.flowfabric.wire.batch.BatchKind;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Text that a store cannot keep unchanged is refused by the name of its member, in every operation and on every route.
 */
class UnstorableTextTest extends SqliteSuite {
    private static final String MARK = "mark";
    private static final String ESCAPE = "\\ud800";
    private static final String FLAW = "U+D800, half of a surrogate pair, at position 0";

    static Stream<Operation<?, ?>> operations() {
        return Catalogue.all().stream();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void everyTextOfEveryOperationIsRefusedByTheNameOfItsMember(Operation<?, ?> operation) {
        submit();
        String handle =
                http.call("claim", claim("")).variant("Claimed").get("handle").textValue();
        if (operation.shape() == Operation.Shape.BATCH) {
            var kind = BatchKind.of(operation);
            for (ArgumentPath place : texts(kind.single())) {
                ObjectNode item = arguments(kind.single(), place, handle);
                var batch = JsonNodeFactory.instance.objectNode();
                batch.putArray(kind.items()).add(item);
                var answer = http.call(operation.name(), batch.toString().replace(MARK, ESCAPE));
                assertRefused(answer.variant("results").get(0).get("Error"), item);
            }
            return;
        }
        for (ArgumentPath place : texts(operation)) {
            ObjectNode arguments = arguments(operation, place, handle);
            var answer = http.call(operation.name(), arguments.toString().replace(MARK, ESCAPE));
            assertThat(answer.status()).as("%s: %s", arguments, answer.body()).isEqualTo(400);
            assertRefused(answer.body(), arguments);
        }
    }

    private static List<ArgumentPath> texts(Operation<?, ?> operation) {
        return SampleArguments.places(operation.arguments()).stream()
                .filter(place -> place.sort() == Sort.TEXT && !place.path().endsWith("{key}"))
                .toList();
    }

    private static ObjectNode arguments(Operation<?, ?> operation, ArgumentPath place, String handle) {
        ObjectNode arguments = new ArgumentWriter()
                .write(
                        operation,
                        SampleArguments.with(operation.arguments(), place, MARK).get());
        if (arguments.has("handle")) {
            arguments.put("handle", handle);
        }
        assertThat(arguments.toString()).as("%s has %s", operation, place).contains(MARK);
        return arguments;
    }

    private static void assertRefused(JsonNode error, ObjectNode arguments) {
        String member = arguments.properties().stream()
                .filter(any -> any.getValue().toString().contains(MARK))
                .findFirst()
                .orElseThrow()
                .getKey();
        assertThat(error.path("code").asText()).as("%s: %s", arguments, error).isEqualTo("invalid_input");
        assertThat(error.path("error").asText())
                .as("%s", arguments)
                .containsPattern("\\b%s\\b".formatted(member))
                .contains(FLAW);
    }

    @Test
    void nameOfATagIsRefused() {
        var refused = http.call(
                "create_execution", "{'namespace':'shop','execution_kind':'k','tags':{'%s':'a'}}".formatted(ESCAPE));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().get("error").textValue()).contains("surrogate");
    }

    /** A payload is bytes: as text it must be valid Unicode; as JSON it is what was written. */
    @Test
    void payloadIsStoredAsItWasWrittenOrRefused() {
        String create = "{'namespace':'shop','execution_kind':'k','input_payload':%s}";
        var refused = http.call("create_execution", create.formatted("{'text':'a%s'}".formatted(ESCAPE)));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().get("error").textValue())
                .contains("input_payload", "U+D800, half of a surrogate pair, at position 1");

        String id = submit("'input_payload':{'json':['%s','\\u0000']}".formatted(ESCAPE));
        assertThat(http.send(http.post("read_execution_context", "{'execution_id':'%s'}".formatted(id))
                                .header("FF-Bytes", "text"))
                        .join()
                        .body()
                        .at("/input_payload/text")
                        .textValue())
                .isEqualToIgnoringCase("[\"\\ud800\",\"\\u0000\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%ff", "%c0%80", "a%ed%a0%80", "%f5%80%80%80"})
    void pathThatIsNotUtf8IsRefused(String worker) throws IOException {
        String body = "{\"lane_id\":\"main\",\"worker_instance_id\":\"w-1\",\"grant_ttl_ms\":1000}";
        try (var wire = new Wire(server.address())) {
            wire.head(
                            "POST /v1/workers/%s/claim HTTP/1.1".formatted(worker),
                            "Host: localhost",
                            "Content-Type: application/json",
                            "Content-Length: " + body.length())
                    .text(body);
            assertThat(wire.status()).contains(" 400 ");
        }
    }
}
