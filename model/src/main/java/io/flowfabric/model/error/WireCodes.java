package io.flowfabric.model.error;

import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.TransportKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Finds the home of error literals that are not codes of their own. */
final class WireCodes {

    /** Literals that say which input is invalid. */
    private static final Set<String> INVALID_INPUTS = Set.of(
            "fence_required",
            "partial_fence_triple",
            "edge_not_found",
            "invalid_args",
            "additional_waitpoint_binding_malformed",
            "use_pending_with_extras_unsupported");

    private static final String OTHER_FLOW = "already_member_of_different_flow:";

    private WireCodes() {}

    static EngineError decode(String backend, String literal, String detail, Map<String, String> details) {
        var code = ErrorCode.ofLiteral(literal);
        if (code.isPresent()) {
            return new EngineError(code.get(), detail, details, "");
        }
        if (INVALID_INPUTS.contains(literal)) {
            return new EngineError(ErrorCode.INVALID_INPUT, join(literal, detail), details, "");
        }
        if (literal.startsWith(OTHER_FLOW)) {
            String flow = literal.substring(OTHER_FLOW.length());
            return new EngineError(ErrorCode.EXECUTION_ALREADY_IN_FLOW, flow, details, "");
        }
        var all = new LinkedHashMap<>(details);
        all.put(EngineError.BACKEND, backend);
        all.put(EngineError.TRANSPORT_KIND, TransportKind.OTHER.literal());
        all.put(TransportException.RAW_CODE, literal);
        return new EngineError(ErrorCode.TRANSPORT, join(literal, detail), all, "");
    }

    private static String join(String literal, String detail) {
        return detail.isEmpty() ? literal : literal + ": " + detail;
    }
}
