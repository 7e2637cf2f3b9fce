package io.flowfabric.model.internal.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The members of a JSON object, read strictly: a member is absent or exactly of its type. JSON {@code null} is neither,
 * so it is refused with {@code <member>:invalid} like any other wrong type. Members that are not read are ignored.
 */
public final class Members {

    private final JsonNode object;

    public Members(JsonNode object) {
        this.object = object;
    }

    public Optional<JsonNode> raw(String member) {
        return Optional.ofNullable(object.get(member));
    }

    public Optional<Members> object(String member) {
        return typed(member, JsonNode::isObject, "an object").map(Members::new);
    }

    public Optional<String> text(String member) {
        return typed(member, JsonNode::isTextual, "a string").map(JsonNode::textValue);
    }

    public Optional<Boolean> flag(String member) {
        return typed(member, JsonNode::isBoolean, "true or false").map(JsonNode::booleanValue);
    }

    public Optional<Double> real(String member) {
        return typed(member, JsonNode::isNumber, "a number").map(JsonNode::doubleValue);
    }

    public OptionalLong integer(String member) {
        return typed(member, Members::isLong, "a whole number of 64 bits")
                .map(node -> OptionalLong.of(node.longValue()))
                .orElse(OptionalLong.empty());
    }

    public int int32(String member, int otherwise) {
        return typed(member, Members::isInt, "a whole number of 32 bits")
                .map(JsonNode::intValue)
                .orElse(otherwise);
    }

    public <T> List<T> list(String member, Function<JsonNode, T> element) {
        var elements = new ArrayList<T>();
        typed(member, JsonNode::isArray, "an array")
                .ifPresent(array -> array.forEach(node -> elements.add(element.apply(node))));
        return elements;
    }

    public <T> T required(String member, Optional<T> value) {
        return value.orElseThrow(() -> PolicyChecks.invalid(member, "It is missing, but required here."));
    }

    public long required(String member) {
        return integer(member).orElseThrow(() -> PolicyChecks.invalid(member, "It is missing, but required here."));
    }

    private Optional<JsonNode> typed(String member, Predicate<JsonNode> type, String expected) {
        return raw(member).map(node -> {
            if (!type.test(node)) {
                throw PolicyChecks.invalid(member, shown(node) + " is not " + expected + "; correct or omit it.");
            }
            return node;
        });
    }

    private static boolean isLong(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToLong();
    }

    private static boolean isInt(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToInt();
    }

    /** Enough of the value to find it; a policy may be large and the message goes to logs. */
    private static String shown(JsonNode node) {
        if (node.isContainerNode()) {
            return node.isArray() ? "An array" : "An object";
        }
        String text = node.toString();
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }
}
