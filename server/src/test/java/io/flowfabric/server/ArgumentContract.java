package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** 08 §1 and §7: arguments that are missing or of the wrong type are refused by their name, in every operation. */
abstract class ArgumentContract extends ServerSuite {
    /** 02 §3: a missing fence is refused by the engine, as an incomplete one is. */
    private static final Set<String> ASKED_FOR_BY_THE_ENGINE = Set.of("renew_lease.fence");

    private static final List<String> NO_NUMBER_AND_NO_TRUTH = List.of("''", "' '", "'5'", "[]", "{}", "1.5");

    private static final String UUID = "11111111-1111-4111-8111-111111111111";

    private Samples samples;
    private Map<String, String> known;

    @BeforeEach
    void takeSamples() {
        samples = new Samples(http);
        String id = submit();
        String handle =
                http.call("claim", claim("")).variant("Claimed").get("handle").textValue();
        known = Map.of(
                "execution_id",
                id,
                "handle",
                handle,
                "position",
                http.call("subscribe_events", "{}").variant("cursor").textValue());
    }

    @Test
    void everyRequiredArgumentIsAskedForByName() {
        var asked = new TreeSet<String>();
        for (Operation<?, ?> operation : Catalogue.all()) {
            String name = operation.name();
            ObjectNode whole = Samples.object(samples.schema(name), known);
            if (whole.isEmpty()) {
                continue;
            }
            var complete = http.call(name, whole.toString());
            assertThat(complete.status())
                    .as("%s %s: %s", name, whole, complete.body())
                    .isNotIn(415, 422, 500);
            for (String member : names(whole)) {
                var without = whole.deepCopy();
                without.remove(member);
                assertIsMissed(name, member, without);
                assertIsMissed(name, member, whole.deepCopy().putNull(member));
                asked.add(name + "." + member);
            }
        }
        assertThat(asked)
                .hasSizeGreaterThan(100)
                .contains(
                        "read_exec_core_fields.fields",
                        "register_worker.lanes",
                        "set_execution_tags.tags",
                        "submit_batch.executions",
                        "renew.handle")
                .containsAll(ASKED_FOR_BY_THE_ENGINE);
    }

    private void assertIsMissed(String operation, String member, ObjectNode arguments) {
        var refused = http.call(operation, arguments.toString());
        if (ASKED_FOR_BY_THE_ENGINE.contains(operation + "." + member)) {
            assertRefused(refused, 400, "invalid_input", operation + " " + arguments);
            assertThat(refused.body().get("detail").textValue()).isEqualTo("fence_required");
        } else {
            assertRefused(refused, 422, "invalid_arguments", operation + " " + arguments);
            assertThat(refused.body().get("error").textValue()).contains(": " + member + ": ");
        }
    }

    @Test
    void textIsNoNumberEvenIfItIsEmpty() {
        var asked = new TreeSet<String>();
        for (Operation<?, ?> operation : Catalogue.all()) {
            if (operation.shape() == Operation.Shape.BATCH) {
                continue; // An entry that cannot be read is an error of its own.
            }
            var schema = samples.schema(operation.name());
            var whole = Samples.object(schema, known);
            spoiled(schema, whole, "").forEach((path, arguments) -> {
                var refused = http.call(operation.name(), arguments.toString());
                assertRefused(refused, 422, "invalid_arguments", operation + " " + arguments);
                asked.add(operation + "." + path);
            });
        }
        assertThat(asked)
                .contains(
                        "create_execution.delay_until ''",
                        "progress.percent ' '",
                        "list_expired_leases.as_of ''",
                        "cancel_execution.lease_epoch ''",
                        "complete_execution.fence.lease_epoch ' '",
                        "claim.terms.acknowledges_revoke '5'");
    }

    /** Arguments with each number and each boolean replaced, by its path and its replacement. */
    private Map<String, ObjectNode> spoiled(JsonNode schema, ObjectNode whole, String path) {
        var spoiled = new LinkedHashMap<String, ObjectNode>();
        schema.path("properties").properties().forEach(member -> {
            String name = member.getKey();
            switch (member.getValue().path("type").asText()) {
                case "integer", "boolean" ->
                    NO_NUMBER_AND_NO_TRUTH.forEach(value -> spoiled.put(
                            path + name + " " + value, whole.deepCopy().<ObjectNode>set(name, json(value))));
                case "object" ->
                    spoiled(member.getValue(), Samples.object(member.getValue(), known), path + name + ".")
                            .forEach((place, inner) ->
                                    spoiled.put(place, whole.deepCopy().<ObjectNode>set(name, inner)));
                default -> {}
            }
        });
        return spoiled;
    }

    @Test
    void bodyOfWhiteSpaceIsNoJsonAndNoBodyMeansNoArguments() {
        for (String blank : List.of(" ", "\n", "\t \r\n")) {
            assertRefused(http.call("ping", blank), 400, "malformed_json", "blank");
        }
        assertThat(http.send(http.request("/v1/ops/ping")
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.noBody()))
                        .join()
                        .status())
                .isEqualTo(200);
    }

    @Test
    void partitionOfExecutionsIsTheirsOrRefused() {
        String id = known.get("execution_id");
        int number = Integer.parseInt(id.substring("{fp:".length(), id.indexOf('}')));
        for (String own : List.of("'{fp:%d}'".formatted(number), Integer.toString(number))) {
            assertThat(http.call("list_executions", "{'partition':%s}".formatted(own))
                            .variant("executions"))
                    .as(own)
                    .hasSize(1);
        }
        for (String arguments : List.of(
                "list_executions {",
                "scan_eligible_executions {'lane_id':'main',",
                "trim_retention {",
                "reconcile_execution_index {",
                "read_exec_core_fields {'fields':['public_state'],'execution_id':'%s',".formatted(id))) {
            for (String other : List.of("'{b:3}'", "'{q:3}'", "'{x:3}'", "'3'", "''", "-1", "65536", "true")) {
                String[] parts = arguments.split(" ", 2);
                assertRefused(
                        http.call(parts[0], parts[1] + "'partition':%s}".formatted(other)),
                        422,
                        "invalid_arguments",
                        parts[0] + " " + other);
            }
        }
    }

    @Test
    void flowToMintForIsAnIdOrRefused() {
        String create = "{'namespace':'shop','execution_kind':'k','mint_for_flow':%s%s}";
        for (String wrong : List.of("5", "true", "[]", "{}", "''", "'x'")) {
            assertRefused(http.call("create_execution", create.formatted(wrong, "")), 422, "invalid_arguments", wrong);
            assertRefused(
                    http.call(
                            "create_execution", create.formatted(wrong, ",'execution_id':'{fp:7}:%s'".formatted(UUID))),
                    422,
                    "invalid_arguments",
                    wrong);
        }
        assertThat(http.call("create_execution", create.formatted("null", "")).status())
                .isEqualTo(200);
        assertThat(http.call("create_execution", create.formatted("'%s'".formatted(UUID), ""))
                        .variant("Created")
                        .get("execution_id")
                        .textValue())
                .startsWith("{fp:191}:");
    }

    @Test
    void emptyTextMeansAbsentOnlyWhereItIsText() {
        String create = "{'namespace':'shop','execution_kind':'k','idempotency_key':%s}";
        assertThat(http.call("create_execution", create.formatted("''")).status())
                .isEqualTo(200);
        for (String wrong : List.of("[]", "{}", "5", "false")) {
            assertRefused(http.call("create_execution", create.formatted(wrong)), 422, "invalid_arguments", wrong);
        }
    }

    @Test
    void reasonOfAFailureIsATextOrAMessageWithADetail() {
        String fail = "{'handle':'%s','class':'permanent','reason':%%s}".formatted(known.get("handle"));
        for (String wrong : List.of("5", "[]", "{}", "{'message':5}", "{'message':'a','detail':5}", "{'detail':'a'}")) {
            assertRefused(http.call("fail", fail.formatted(wrong)), 422, "invalid_arguments", wrong);
        }
        http.call("fail", fail.formatted("{'message':'no answer','detail':'after 5 s'}"));
        assertThat(http.call("await_result", "{'execution_id':'%s'}".formatted(known.get("execution_id")))
                        .variant("Ended")
                        .get("failure_reason")
                        .textValue())
                .isEqualTo("no answer: after 5 s");
    }

    @Test
    void workersAreListedAfterAnInstanceOfTheNamespaceOrAfterBothNames() {
        for (String worker : List.of("w-1", "w-2", "w-3")) {
            http.call("register_worker", """
                    {'worker_id':'w','worker_instance_id':'%s','namespace':'shop','lanes':['main'],'liveness_ttl_ms':60000}""".formatted(worker));
        }
        var first = http.call("list_workers", "{'namespace':'shop','limit':1}");
        assertThat(first.body().findValuesAsText("worker_instance_id")).startsWith("w-1");

        for (String after : List.of("'w-1'", first.variant("cursor").toString())) {
            assertThat(http.call("list_workers", "{'namespace':'shop','after':%s}".formatted(after))
                            .variant("entries")
                            .findValuesAsText("worker_instance_id"))
                    .as(after)
                    .containsExactly("w-2", "w-3");
        }
        var homeless = http.call("list_workers", "{'after':'w-1'}");
        assertRefused(homeless, 422, "invalid_arguments", "an instance of no namespace");
        assertThat(homeless.body().get("error").textValue()).contains("after: ", "namespace");
        assertRefused(
                http.call("list_workers", "{'namespace':'shop','after':5}"), 422, "invalid_arguments", "a number");
    }

    private static void assertRefused(HttpAnswer answer, int status, String code, String what) {
        assertThat(answer.status()).as("%s: %s", what, answer.body()).isEqualTo(status);
        assertThat(answer.body().path("code").textValue()).as(what).isEqualTo(code);
        assertThat(answer.body().path("error").textValue())
                .as(what)
                .isNotBlank()
                .doesNotContain("Jackson", "Coercion", "FAIL_ON", "token");
    }

    private static List<String> names(ObjectNode object) {
        var names = new ArrayList<String>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static JsonNode json(String text) {
        try {
            return HttpCaller.JSON.readTree(text.replace('\'', '"'));
        } catch (IOException typo) {
            throw new IllegalArgumentException(text, typo);
        }
    }
}
