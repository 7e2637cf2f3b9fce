package io.flowfabric.server.routes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The rule for a member of a body when it is present.
 *
 * @param expectation the rule in words, for the error text
 * @param schema its OpenAPI schema, where that of the operation does not fit
 */
record MemberRule(Predicate<JsonNode> admits, String expectation, Optional<ObjectNode> schema) {
    /** An optional member that must not be null. */
    static final MemberRule NOT_NULL =
            new MemberRule(value -> !value.isNull(), "must not be null; omit it", Optional.empty());

    /** Bytes, in the only format of the Rust FlowFabric. */
    static final MemberRule BYTES = new MemberRule(
            value -> value.isArray() || value.isBinary(),
            "must be an array of numbers from 0 to 255",
            Optional.of(bytes()));

    /** A JSON object, whose members the engine checks. */
    static final MemberRule OBJECT = new MemberRule(
            value -> value.isObject() || value.isNull(), "must be an object", Optional.of(schema("object")));

    /** A text that is accepted and ignored. */
    static final MemberRule TEXT = new MemberRule(
            value -> value.isTextual() || value.isNull(), "must be a text", Optional.of(schema("string")));

    /** A whole number that is not negative. */
    static final MemberRule COUNT = new MemberRule(
            value -> value.isNull()
                    || value.isIntegralNumber() && value.bigIntegerValue().signum() >= 0,
            "must be a whole number, 0 or more",
            Optional.of(schema("integer").put("minimum", 0)));

    /** An execution id, in its canonical form. */
    static final MemberRule EXECUTION = new MemberRule(
            value -> isReadable(value, ExecutionId::parse),
            "must be an execution id like {fp:7}:<uuid>",
            Optional.of(schema("string")));

    /** An attempt id, in any form of a UUID, or null. */
    static final MemberRule ATTEMPT = new MemberRule(
            value -> value.isNull() || isReadable(value, AttemptId::parse),
            "must be a UUID",
            Optional.of(schema("string").put("format", "uuid")));

    private static boolean isReadable(JsonNode value, Consumer<String> parse) {
        if (!value.isTextual()) {
            return false;
        }
        try {
            parse.accept(value.textValue());
            return true;
        } catch (EngineException unreadable) {
            return false;
        }
    }

    private static ObjectNode bytes() {
        var array = schema("array");
        array.set("items", schema("integer").put("minimum", 0).put("maximum", 255));
        return array;
    }

    private static ObjectNode schema(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }
}
