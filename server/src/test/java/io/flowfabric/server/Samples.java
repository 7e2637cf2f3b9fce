package io.flowfabric.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Map;

/** Arguments that every operation accepts, made from its own description. */
final class Samples {
    private final JsonNode description;

    Samples(HttpCaller http) {
        this.description = http.get("/openapi.json").body();
    }

    /** Whether the description of an operation names a member, at any depth. */
    boolean mention(String operation, String member) {
        return schema(operation).findValue(member) != null;
    }

    /**
     * Arguments for an operation.
     *
     * @param known what to put into members of these names, wherever they are
     */
    String of(String operation, Map<String, String> known) {
        return object(schema(operation), known).toString();
    }

    /** The required members of an object by its schema; of alternatives, the first. */
    static ObjectNode object(JsonNode schema, Map<String, String> known) {
        var object = JsonNodeFactory.instance.objectNode();
        var required = new ArrayList<JsonNode>();
        schema.path("required").forEach(required::add);
        schema.path("oneOf").path(0).path("required").forEach(required::add);
        for (JsonNode name : required) {
            var member = schema.at("/properties/" + name.textValue());
            object.set(name.textValue(), value(name.textValue(), member, known));
        }
        return object;
    }

    /** The schema of the arguments of an operation, as the server describes it. */
    JsonNode schema(String operation) {
        return description.at(
                "/paths/~1v1~1ops~1%s/post/requestBody/content/application~1json/schema".formatted(operation));
    }

    private static JsonNode value(String name, JsonNode schema, Map<String, String> known) {
        if (known.containsKey(name)) {
            return JsonNodeFactory.instance.textNode(known.get(name));
        }
        if (schema.has("enum")) {
            return schema.get("enum").get(0);
        }
        return switch (schema.path("type").asText("")) {
            case "integer" -> JsonNodeFactory.instance.numberNode(1000);
            case "boolean" -> JsonNodeFactory.instance.booleanNode(false);
            case "object" -> object(schema, known);
            case "array" -> JsonNodeFactory.instance.arrayNode().add(value("", schema.get("items"), known));
            default -> JsonNodeFactory.instance.textNode("main");
        };
    }
}
