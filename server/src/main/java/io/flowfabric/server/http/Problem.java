package io.flowfabric.server.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.server.http.Route.Style;
import java.time.Duration;
import java.util.Optional;

/**
 * An error answer: a status and a body.
 *
 * @see Problems for the errors of the engine
 */
public final class Problem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String kind;
    private final String code;
    private final boolean retryable;
    private final transient Detail detail;

    /**
     * The details of a problem besides its names.
     *
     * @param told what clients of the Rust FlowFabric are told besides the text and the code
     * @param members further members of the body
     * @param remoteMembers members that only the routes of {@code /v1/ops} add
     */
    public record Detail(
            Classification told, ObjectNode members, ObjectNode remoteMembers, Optional<Duration> retryAfter) {

        Detail(Classification told, ObjectNode members, Optional<Duration> retryAfter) {
            this(told, members, JsonNodeFactory.instance.objectNode(), retryAfter);
        }

        static Detail none() {
            return of(Classification.NOTHING);
        }

        public static Detail of(Classification told) {
            return new Detail(told, JsonNodeFactory.instance.objectNode(), Optional.empty());
        }
    }

    /** How much of the classification the routes of the Rust FlowFabric show. */
    public enum Classification {
        NOTHING,
        /** Whether to retry. */
        HINT,
        /** Whether to retry, and the kind. */
        KIND
    }

    public Problem(int status, String kind, String code, boolean retryable, String error, Detail detail) {
        super(error, null, false, false);
        this.status = status;
        this.kind = kind;
        this.code = code;
        this.retryable = retryable;
        this.detail = detail;
    }

    /** The request itself cannot be understood. */
    public static Problem invalidRequest(int status, String code, String error) {
        return new Problem(status, "invalid_request", code, false, error, Detail.none());
    }

    /** There is no operation of that name. */
    public static Problem unknownOperation(String name) {
        return notFound("unknown_operation", "unknown operation: " + name);
    }

    /** The requested resource does not exist. */
    public static Problem notFound(String code, String error) {
        return new Problem(404, "not_found", code, false, error, Detail.none());
    }

    /** No key, or a wrong one. */
    public static Problem unauthorized() {
        return new Problem(
                401, "unauthorized", "unauthorized", false, "missing or invalid Authorization header", Detail.none());
    }

    /** @param code {@code scope_required} or {@code namespace_forbidden} */
    public static Problem forbidden(String code, String error) {
        return new Problem(403, "forbidden", code, false, error, Detail.of(Classification.KIND));
    }

    /** The key lacks a scope. */
    public static Problem scopeRequired(String key, Scope scope) {
        return forbidden(
                "scope_required",
                "forbidden: key %s lacks the scope %s, which this operation needs".formatted(key, scope.literal()));
    }

    static Problem tooLarge(int limit, String route) {
        var members =
                JsonNodeFactory.instance.objectNode().put("limit_bytes", limit).put("route", route);
        return new Problem(
                413,
                "payload_too_large",
                "payload_too_large",
                false,
                "payload_too_large",
                new Detail(Classification.NOTHING, members, Optional.empty()));
    }

    static Problem tooSlow(int received, Duration timeout) {
        return invalidRequest(
                408,
                "request_timeout",
                "only %d bytes of the body arrived in time; send all of it within %d seconds"
                        .formatted(received, timeout.toSeconds()));
    }

    /** The problem for an exception. */
    public static Problem of(Throwable failure) {
        return failure instanceof Problem problem ? problem : Problems.of(failure);
    }

    /** The body for one refused entry of a batch whose other entries are carried out. */
    public static ObjectNode ofEntry(RuntimeException refused) {
        var problem = of(refused);
        return problem.body(Style.REMOTE).put("status", problem.status());
    }

    /** Its precise code. */
    public String code() {
        return code;
    }

    public int status() {
        return status;
    }

    /** When to retry, if known. */
    public Optional<Duration> retryAfter() {
        return detail.retryAfter();
    }

    /** The body of the answer. */
    public ObjectNode body(Style style) {
        var body = JsonNodeFactory.instance.objectNode().put("error", getMessage());
        if (style == Style.REMOTE || detail.told() == Classification.KIND) {
            body.put("kind", kind);
        }
        if (style == Style.REMOTE || !code.isEmpty()) {
            body.put("code", code);
        }
        if (style == Style.REMOTE || detail.told() != Classification.NOTHING) {
            body.put("retryable", retryable);
        }
        body.setAll(detail.members());
        if (style == Style.REMOTE) {
            body.setAll(detail.remoteMembers());
        }
        return body;
    }
}
