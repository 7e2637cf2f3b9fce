package io.flowfabric.server.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.Scope;
import io.flowfabric.server.http.Route.Style;
import java.time.Duration;
import java.util.Optional;

/**
 * Why a request is not answered as it hoped: a status and a body.
 *
 * @see Problems for those of the engine
 */
public final class Problem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String kind;
    private final String code;
    private final boolean retryable;
    private final transient Detail detail;

    /**
     * What a problem has besides its names.
     *
     * @param told what FlowFabric's clients are told besides the text and the code
     * @param members further members of the body
     * @param remoteMembers what only the operations' own routes add
     */
    record Detail(Told told, ObjectNode members, ObjectNode remoteMembers, Optional<Duration> retryAfter) {

        Detail(Told told, ObjectNode members, Optional<Duration> retryAfter) {
            this(told, members, JsonNodeFactory.instance.objectNode(), retryAfter);
        }

        static Detail none() {
            return of(Told.NOTHING);
        }

        static Detail of(Told told) {
            return new Detail(told, JsonNodeFactory.instance.objectNode(), Optional.empty());
        }
    }

    /** How much FlowFabric's clients are told of what sort a problem is. */
    enum Told {
        NOTHING,
        /** Whether to try again. */
        HINT,
        /** That, and the kind. */
        KIND
    }

    Problem(int status, String kind, String code, boolean retryable, String error, Detail detail) {
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

    /** What was asked for does not exist. */
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
        return new Problem(403, "forbidden", code, false, error, Detail.of(Told.KIND));
    }

    /** The key may not do this. */
    public static Problem scopeRequired(String key, Scope scope) {
        return forbidden(
                "scope_required",
                "forbidden: key %s has no scope %s, which this needs".formatted(key, scope.literal()));
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
                new Detail(Told.NOTHING, members, Optional.empty()));
    }

    static Problem tooSlow(int received, Duration patience) {
        return invalidRequest(
                408,
                "request_timeout",
                "after %d bytes of the body no more came in time; send all of it within %d seconds"
                        .formatted(received, patience.toSeconds()));
    }

    /** What an exception means to whoever made the request. */
    public static Problem of(Throwable failure) {
        return failure instanceof Problem problem ? problem : Problems.of(failure);
    }

    /** What the refusal of one entry of a batch looks like, whose other entries are carried out. */
    public static ObjectNode ofEntry(RuntimeException refused) {
        var problem = of(refused);
        return problem.body(Style.REMOTE).put("status", problem.status());
    }

    /** Its precise name. */
    public String code() {
        return code;
    }

    public int status() {
        return status;
    }

    /** When it may be worth trying again. */
    public Optional<Duration> retryAfter() {
        return detail.retryAfter();
    }

    /** The body of the answer. */
    public ObjectNode body(Style style) {
        var body = JsonNodeFactory.instance.objectNode().put("error", getMessage());
        if (style == Style.REMOTE || detail.told() == Told.KIND) {
            body.put("kind", kind);
        }
        if (style == Style.REMOTE || !code.isEmpty()) {
            body.put("code", code);
        }
        if (style == Style.REMOTE || detail.told() != Told.NOTHING) {
            body.put("retryable", retryable);
        }
        body.setAll(detail.members());
        if (style == Style.REMOTE) {
            body.setAll(detail.remoteMembers());
        }
        return body;
    }
}
