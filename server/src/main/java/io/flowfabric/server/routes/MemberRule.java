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
 * What a member of a body must be when it is there.
 *
 * @param expectation in words
 * @param schema how it is described, where the operation does not say it already
 */
record MemberRule(Predicate<JsonNode> admits, String expectation, Optional<ObjectNode> schema) {
    /** It may be left out, but there is no null of it. */
    static final MemberRule NOT_NULL =
            new MemberRule(value -> !value.isNull(), "null is none; leave it out", Optional.empty());

    /** The one spelling of bytes that FlowFabric has. */
    static final MemberRule BYTES = new MemberRule(
            value -> value.isArray() || value.isBinary(),
            "bytes are an array of numbers from 0 to 255",
            Optional.of(bytes()));

    /** A structure of its own, which the engine looks into. */
    static final MemberRule OBJECT = new MemberRule(
            value -> value.isObject() || value.isNull(), "an object is expected", Optional.of(schema("object")));

    /** A text that is taken note of and no more. */
    static final MemberRule TEXT = new MemberRule(
            value -> value.isTextual() || value.isNull(), "a text is expected", Optional.of(schema("string")));

    /** A whole number that is not negative. */
    static final MemberRule COUNT = new MemberRule(
            value -> value.isNull()
                    || value.isIntegralNumber() && value.bigIntegerValue().signum() >= 0,
            "a whole number, 0 or more, is expected",
            Optional.of(schema("integer").put("minimum", 0)));

    /** An execution, in its one spelling. */
    static final MemberRule EXECUTION = new MemberRule(
            value -> isReadable(value, ExecutionId::parse),
            "an execution id like {fp:7}:<uuid> is expected",
            Optional.of(schema("string")));

    /** An attempt, in any spelling of a UUID, or none. */
    static final MemberRule ATTEMPT = new MemberRule(
            value -> value.isNull() || isReadable(value, AttemptId::parse),
            "a UUID is expected",
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
