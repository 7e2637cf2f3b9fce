package io.flowfabric.model.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.policy.BoundedJson;
import io.flowfabric.model.internal.policy.Members;

/** The text form of a policy. Reading is strict, because what is stored will be obeyed much later. */
public final class PolicyJson {

    private PolicyJson() {}

    /**
     * Reads a policy. Empty text and an object without members mean {@link ExecutionPolicy#NONE}; members that this
     * version does not know are ignored.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_policy_json} with detail {@code malformed},
     *     {@code routing_requirements:not_object}, {@code backoff:…} or {@code <member>:invalid}, or
     *     {@code invalid_capabilities} with detail {@code required:…}
     */
    public static ExecutionPolicy parse(String text) {
        return text.isEmpty() ? ExecutionPolicy.NONE : of(read(text, true));
    }

    /**
     * Reads a policy that was stored. What it says was taken once and is obeyed, even if it has characters that are no
     * longer taken.
     *
     * @throws io.flowfabric.model.error.ValidationException as {@link #parse} does
     */
    public static ExecutionPolicy parseStored(String text) {
        return text.isEmpty() ? ExecutionPolicy.NONE : of(read(text, false));
    }

    /**
     * Writes a policy. Absent members are left out; an attached policy always names its priority, its limits and its
     * budgets, and {@link ExecutionPolicy#NONE} is an empty object.
     */
    public static String write(ExecutionPolicy policy) {
        return tree(policy).toString();
    }

    /** The policy of a tree in which {@code null} stands for an absent member. */
    static ExecutionPolicy ofTyped(JsonNode root) {
        dropNullMembers(root);
        return of(root);
    }

    static JsonNode tree(ExecutionPolicy policy) {
        return policy.isAttached() ? PolicyWriter.write(policy) : JsonNodeFactory.instance.objectNode();
    }

    private static ExecutionPolicy of(JsonNode root) {
        if (!root.isObject()) {
            throw malformed("A policy is a JSON object.");
        }
        return root.isEmpty() ? ExecutionPolicy.NONE : PolicyReader.read(new Members(root));
    }

    /** A null inside an array is no absent member and stays, to be refused. */
    private static void dropNullMembers(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.removeNulls();
        }
        node.forEach(PolicyJson::dropNullMembers);
    }

    private static JsonNode read(String text, boolean fromOutside) {
        if (text.length() > BoundedJson.MAX_CHARS) {
            throw malformed("It has " + text.length() + " characters, more than " + BoundedJson.MAX_CHARS + ".");
        }
        try {
            JsonNode tree = BoundedJson.read(text);
            if (fromOutside) {
                BoundedJson.requireStorable(tree);
            }
            return tree;
        } catch (JsonProcessingException unreadable) {
            throw malformed(unreadable.getOriginalMessage());
        }
    }

    private static EngineException malformed(String explanation) {
        return EngineError.of(ErrorCode.INVALID_POLICY_JSON, "malformed", explanation)
                .toException();
    }
}
