package io.flowfabric.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Basic JSON schemas. Each call creates a new one. */
final class JsonSchemas {
    private JsonSchemas() {}

    static ObjectNode text() {
        return type("string");
    }

    static ObjectNode truth() {
        return type("boolean");
    }

    static ObjectNode integer(int bits) {
        return type("integer").put("format", "int" + bits);
    }

    static ObjectNode integer(int least, int most) {
        return type("integer").put("minimum", least).put("maximum", most);
    }

    static ObjectNode object() {
        return type("object");
    }

    /** An object with this required text. */
    static ObjectNode object(String required) {
        return with(object(), required, true);
    }

    /** The same object with one more text. */
    static ObjectNode with(ObjectNode object, String member, boolean required) {
        object.withObjectProperty("properties").set(member, text());
        if (required) {
            object.withArrayProperty("required").add(member);
        }
        return object;
    }

    static ObjectNode array(ObjectNode items) {
        return type("array").set("items", items);
    }

    static ObjectNode oneOf(String description, ObjectNode... choices) {
        var schema = JsonNodeFactory.instance.objectNode().put("description", description);
        var all = schema.putArray("oneOf");
        for (ObjectNode choice : choices) {
            all.add(choice);
        }
        return schema;
    }

    private static ObjectNode type(String name) {
        return JsonNodeFactory.instance.objectNode().put("type", name);
    }
}
