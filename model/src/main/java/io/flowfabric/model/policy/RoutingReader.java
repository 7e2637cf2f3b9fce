package io.flowfabric.model.policy;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.policy.Members;
import java.util.ArrayList;
import java.util.Optional;

/** Reads the routing requirements of a policy, whose errors have texts of their own. */
final class RoutingReader {

    private RoutingReader() {}

    static Optional<RoutingRequirements> read(Members policy) {
        return policy.raw("routing_requirements").map(RoutingReader::requirements);
    }

    private static RoutingRequirements requirements(JsonNode node) {
        if (!node.isObject()) {
            throw refused(
                    ErrorCode.INVALID_POLICY_JSON,
                    "routing_requirements:not_object",
                    "Give an object, or omit the member.");
        }
        var routing = new Members(node);
        return new RoutingRequirements(
                routing.raw("required_capabilities")
                        .map(RoutingReader::required)
                        .orElse(CapabilitySet.EMPTY),
                routing.text("preferred_locality"),
                routing.text("isolation_level"));
    }

    private static CapabilitySet required(JsonNode node) {
        if (!node.isArray()) {
            throw refused(
                    ErrorCode.INVALID_CAPABILITIES, "required:not_array", "Give an array of strings, [] for none.");
        }
        var tokens = new ArrayList<String>();
        for (JsonNode token : node) {
            if (!token.isTextual()) {
                // Tokens are judged one after the other, so a bad one before this is reported instead.
                CapabilitySet.required(tokens);
                throw refused(
                        ErrorCode.INVALID_CAPABILITIES,
                        "required:non_string_token",
                        "Token " + tokens.size() + " is no string; put it in quotes.");
            }
            tokens.add(token.textValue());
        }
        return CapabilitySet.required(tokens);
    }

    private static RuntimeException refused(ErrorCode code, String detail, String explanation) {
        return EngineError.of(code, detail, explanation).toException();
    }
}
