package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.server.metrics.ServerMetrics;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** 08 §5 and its line 22: the description is valid OpenAPI 3.1, and covers every route. */
abstract class OpenApiContract extends ServerSuite {
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");
    private static final Set<String> TYPES =
            Set.of("object", "array", "string", "integer", "number", "boolean", "null");

    private FlowFabricServer watched;
    private JsonNode description;

    @BeforeEach
    void describe() {
        watched = another(ServerConfig.LOOPBACK.withTelemetry(Telemetry.NONE.withMetrics(new ServerMetrics())));
        description = new HttpCaller(watched.address()).get("/openapi.json").body();
    }

    @Test
    void everyRouteOfTheRouterIsDescribedAndNoOther() {
        var described = new TreeSet<String>();
        paths((path, method, operation) -> described.add(method.toUpperCase(Locale.ROOT) + " " + path));

        assertThat(described).containsExactlyInAnyOrderElementsOf(watched.routes());
        assertThat(described).contains("GET /metrics", "GET /openapi.json", "GET /v1/events", "GET /v1/ops");
    }

    @Test
    void descriptionHasTheFormOfOpenApi() {
        assertThat(description.get("openapi").textValue()).matches("3\\.1\\.\\d+");
        assertThat(description.at("/info/title").textValue()).isNotBlank();
        assertThat(description.at("/info/version").textValue()).isNotBlank();
        var ids = new HashSet<String>();
        paths((path, method, operation) -> {
            String where = method + " " + path;
            assertThat(METHODS).as(where).contains(method);
            if (operation.has("operationId")) {
                assertThat(ids.add(operation.get("operationId").textValue()))
                        .as(where)
                        .isTrue();
            }
            assertVariablesAreDeclared(where, path, operation);
            assertThat(operation.get("responses")).as(where).isNotEmpty();
            operation.get("responses").properties().forEach(response -> {
                assertThat(response.getKey()).as(where).matches("default|[1-5]\\d\\d");
                assertThat(response.getValue().path("description").textValue())
                        .as(where)
                        .isNotBlank();
            });
            operation
                    .path("security")
                    .forEach(need -> need.fieldNames()
                            .forEachRemaining(
                                    scheme -> assertThat(description.at("/components/securitySchemes/" + scheme))
                                            .as(where)
                                            .isNotEmpty()));
            operation.findValues("schema").forEach(schema -> assertSchema(where, schema));
        });
        assertSchema("components", description.at("/components/schemas/Error"));
    }

    @Test
    void feedOfEventsIsDescribedWithAllThatItTakes() {
        var feed = description.at("/paths/~1v1~1events/get");

        assertThat(parameters(feed))
                .containsExactlyInAnyOrder(
                        "query families", "query namespace", "query tag", "query after", "header Last-Event-ID");
        var families = parameter(feed, "families");
        assertThat(families.at("/schema/type").textValue()).isEqualTo("array");
        assertThat(families.get("explode").booleanValue()).isFalse();
        assertThat(families.at("/schema/items/enum").toString())
                .isEqualTo("[\"lease\",\"completion\",\"signal\",\"operator\",\"worker\",\"instance_tag\"]");
        assertThat(feed.at("/responses/200/content").has("text/event-stream")).isTrue();
    }

    @Test
    void everyOperationSaysHowItsAnswerCanSpellBytes() {
        for (var operation : Catalogue.all()) {
            var described = description.at("/paths/~1v1~1ops~1%s/post".formatted(operation.name()));

            assertThat(parameters(described)).as(operation.name()).containsExactly("header FF-Bytes");
            var spelling = parameter(described, "FF-Bytes").get("schema");
            assertThat(spelling.get("default").textValue()).isEqualTo("array");
            assertThat(spelling.get("enum").toString()).isEqualTo("[\"array\",\"base64\",\"text\",\"json\"]");
        }
    }

    @Test
    void everyOperationSaysWhenToComeBack() {
        for (var operation : Catalogue.all()) {
            for (String status : List.of("429", "503")) {
                var response =
                        description.at("/paths/~1v1~1ops~1%s/post/responses/%s".formatted(operation.name(), status));

                assertThat(response.at("/headers/Retry-After/schema/type").textValue())
                        .as("%s %s", operation.name(), status)
                        .isEqualTo("integer");
                assertThat(response.at("/content/application~1json/schema/$ref").textValue())
                        .isEqualTo("#/components/schemas/Error");
            }
        }
    }

    @Test
    void whatCanBeSaidInSeveralWaysIsDescribedInAllOfThem() {
        assertThat(ways("fail", "reason")).containsExactly("string", "object");
        assertThat(argument("fail", "reason").at("/oneOf/1/required").toString())
                .isEqualTo("[\"message\"]");
        assertThat(argument("fail", "reason").at("/oneOf/1/properties").has("detail"))
                .isTrue();
        assertThat(ways("list_workers", "after")).containsExactly("object", "string");
        for (String operation : List.of(
                "list_executions",
                "scan_eligible_executions",
                "trim_retention",
                "reconcile_execution_index",
                "read_exec_core_fields")) {
            assertThat(ways(operation, "partition")).as(operation).containsExactly("integer", "string");
            var partition = argument(operation, "partition");
            assertThat("{fp:7}").matches(partition.at("/oneOf/1/pattern").textValue());
            assertThat("{b:7}").doesNotMatch(partition.at("/oneOf/1/pattern").textValue());
            assertThat(partition.at("/oneOf/0/maximum").intValue()).isEqualTo(65_535);
        }
        assertThat(argument("renew_lease", "fence").get("type").textValue()).isEqualTo("object");
    }

    private List<String> ways(String operation, String argument) {
        var ways = new ArrayList<String>();
        argument(operation, argument)
                .path("oneOf")
                .forEach(way -> ways.add(way.get("type").textValue()));
        return ways;
    }

    private JsonNode argument(String operation, String name) {
        return description.at("/paths/~1v1~1ops~1%s/post/requestBody/content/application~1json/schema/properties/%s"
                .formatted(operation, name));
    }

    private static List<String> parameters(JsonNode operation) {
        var names = new ArrayList<String>();
        operation
                .path("parameters")
                .forEach(parameter -> names.add(parameter.get("in").textValue() + " "
                        + parameter.get("name").textValue()));
        return names;
    }

    private static JsonNode parameter(JsonNode operation, String name) {
        for (JsonNode parameter : operation.path("parameters")) {
            if (parameter.get("name").textValue().equals(name)) {
                return parameter;
            }
        }
        throw new AssertionError("There is no parameter %s in %s".formatted(name, operation));
    }

    private static void assertVariablesAreDeclared(String where, String path, JsonNode operation) {
        var declared = new HashSet<String>();
        operation.path("parameters").forEach(parameter -> {
            assertThat(parameter.get("in").textValue()).as(where).isIn("path", "query", "header");
            assertThat(declared.add(parameter.get("in").textValue() + " "
                            + parameter.get("name").textValue()))
                    .as(where)
                    .isTrue();
            assertThat(parameter.has("schema")).as(where).isTrue();
        });
        assertThat(declared.stream().filter(name -> name.startsWith("path ")))
                .as(where)
                .containsExactlyInAnyOrderElementsOf(VARIABLE.matcher(path)
                        .results()
                        .map(found -> "path " + found.group(1))
                        .toList());
    }

    private void assertSchema(String where, JsonNode schema) {
        if (schema.has("$ref")) {
            assertThat(description
                            .at(schema.get("$ref").textValue().substring(1))
                            .isMissingNode())
                    .as(where)
                    .isFalse();
        }
        if (schema.has("type")) {
            assertThat(TYPES).as(where).contains(schema.get("type").textValue());
        }
        assertRequired(where, schema, schema);
        schema.path("properties").forEach(member -> assertSchema(where, member));
        for (String inner : List.of("items", "additionalProperties")) {
            if (schema.path(inner).isObject()) {
                assertSchema(where, schema.get(inner));
            }
        }
        schema.path("oneOf").forEach(choice -> {
            if (choice.has("properties") || !choice.has("required")) {
                assertSchema(where, choice);
            } else {
                assertRequired(where, choice, schema);
            }
        });
    }

    /** @param described names the members of what requires some of them */
    private static void assertRequired(String where, JsonNode schema, JsonNode described) {
        schema.path("required")
                .forEach(name -> assertThat(described.path("properties").has(name.textValue()))
                        .as("%s requires %s", where, name)
                        .isTrue());
    }

    private interface Visitor {
        void visit(String path, String method, JsonNode operation);
    }

    private void paths(Visitor visitor) {
        description
                .get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> visitor.visit(path.getKey(), method.getKey(), method.getValue())));
    }
}
