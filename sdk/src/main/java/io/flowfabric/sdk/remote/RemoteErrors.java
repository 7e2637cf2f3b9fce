package io.flowfabric.sdk.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.TransportKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Translates a server's refusals: the errors of its engine, and those of the server itself. */
final class RemoteErrors {
    private static final String NO_TIME_LEFT = "operation_timeout";

    private final String server;

    RemoteErrors(String server) {
        this.server = server;
    }

    /** The error of a body with {@code error}, {@code kind} and {@code code}. */
    EngineError of(JsonNode body) {
        String said = body.path("error").asText("");
        String code = body.path("code").asText("");
        return switch (code) {
            case "unauthorized", "scope_required", "namespace_forbidden" -> forbidden(code, said);
            case "invalid_arguments", "malformed_json", "unsupported_media_type" -> misunderstood(said);
            case "unknown_operation" -> unknown(said);
            case "payload_too_large" -> tooLarge(body, said);
            case "internal" -> transport(TransportKind.OTHER, said, "The server's log says more.");
            case NO_TIME_LEFT -> engine(ErrorCode.TIMEOUT.literal(), body);
            default -> engine(code, body);
        };
    }

    /** A proxy answered, or the address is not that of an {@code ff server}. */
    EngineError ofStatus(int status) {
        boolean passing = status == 502 || status == 503 || status == 504;
        return transport(
                passing ? TransportKind.TRANSPORT : TransportKind.PROTOCOL,
                "status %d without an answer".formatted(status),
                passing
                        ? "A proxy in front of the server cannot reach it."
                        : "Check that the address is that of an ff server.");
    }

    /** The program has closed the engine, and its calls with it. */
    UnavailableException closed(Operation<?, ?> operation) {
        return new UnavailableException(operation.name(), "The connection to %s is closed.".formatted(server));
    }

    EngineError transport(TransportKind kind, String detail, String explanation) {
        var details = new LinkedHashMap<String, String>();
        details.put("backend", server);
        details.put("transport_kind", kind.literal());
        return new EngineError(ErrorCode.TRANSPORT, detail, details, explanation);
    }

    private EngineError engine(String code, JsonNode body) {
        String detail = body.path("detail").asText(body.path("error").asText(""));
        var wire = EngineError.ofWire(server, code, detail, details(body.path("details")));
        return new EngineError(
                wire.code(),
                wire.detail(),
                wire.details(),
                body.path("explanation").asText(""));
    }

    private static Map<String, String> details(JsonNode members) {
        var details = new LinkedHashMap<String, String>();
        members.properties().forEach(member -> details.put(member.getKey(), text(member.getValue())));
        return details;
    }

    /** In the details of an engine's error, a list is text with commas. */
    private static String text(JsonNode value) {
        return value.isArray()
                ? value.valueStream().map(JsonNode::asText).collect(Collectors.joining(","))
                : value.asText();
    }

    private EngineError forbidden(String code, String said) {
        String wayOut = code.equals("unauthorized")
                ? "Pass the server's key, or set FF_API_TOKEN."
                : "Use a key with the required scope and namespace.";
        return transport(TransportKind.AUTH, said, wayOut).with("raw_code", code);
    }

    private static EngineError misunderstood(String said) {
        return EngineError.of(ErrorCode.INVALID_INPUT, said, "");
    }

    private static EngineError unknown(String said) {
        return EngineError.of(
                ErrorCode.UNAVAILABLE, said, "The server is older than this program; update the server first.");
    }

    private static EngineError tooLarge(JsonNode body, String said) {
        return body.has("limit_bytes")
                ? EngineError.of(
                        ErrorCode.PAYLOAD_TOO_LARGE,
                        said,
                        "A request to a server has at most %d bytes; as base64 a payload takes four thirds of its size."
                                .formatted(body.path("limit_bytes").asInt()))
                : EngineError.of(
                        ErrorCode.PAYLOAD_TOO_LARGE,
                        body.path("detail").asText(said),
                        body.path("explanation").asText(""));
    }
}
