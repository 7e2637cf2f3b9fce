package io.flowfabric.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.NotFoundException;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.server.http.Problem.Classification;
import io.flowfabric.wire.InvalidArguments;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The table from the engine's errors to statuses and kinds. */
final class Problems {
    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    private static final String NO_TIME_LEFT = "operation_timeout";

    /** The prefix for faults of the engine and of the systems behind it. */
    private static final String FAULT = "engine: ";

    /** Refusals of arguments that have no name of their own in the Rust FlowFabric. */
    private static final Set<ErrorCode> UNNAMED = EnumSet.of(ErrorCode.CORRUPTION, ErrorCode.HANDLE_FROM_OTHER_BACKEND);

    /** Details that are numbers, wherever they occur. */
    private static final Set<String> NUMBERS = Set.of("lease_epoch", "max", "retry_after_ms", "elapsed_ms");

    /** Details that are lists, wherever they occur: the engine joins them by commas, of which none is in an item. */
    private static final Set<String> LISTS = Set.of("missing");

    /** States that clients see under their own name. */
    private static final Set<ErrorCode> NAMED_STATES = EnumSet.of(
            ErrorCode.EXECUTION_NOT_TERMINAL,
            ErrorCode.MAX_REPLAYS_EXHAUSTED,
            ErrorCode.REPLAY_NOT_ALLOWED,
            ErrorCode.NOT_RUNNABLE,
            ErrorCode.TERMINAL,
            ErrorCode.FLOW_ALREADY_TERMINAL,
            ErrorCode.BUDGET_EXCEEDED,
            ErrorCode.BUDGET_SOFT_EXCEEDED);

    /** States in which the requested change has already happened, or can no longer happen. */
    private static final Set<ErrorCode> SATISFIED = EnumSet.of(
            ErrorCode.ALREADY_SATISFIED,
            ErrorCode.DUPLICATE_SIGNAL,
            ErrorCode.OK_ALREADY_APPLIED,
            ErrorCode.ATTEMPT_ALREADY_TERMINAL,
            ErrorCode.STREAM_ALREADY_CLOSED,
            ErrorCode.LEASE_EXPIRED,
            ErrorCode.LEASE_REVOKED);

    private Problems() {}

    static Problem of(Throwable failure) {
        if (failure instanceof CompletionException wrapped && wrapped.getCause() != null) {
            return Problem.of(wrapped.getCause());
        }
        if (failure instanceof EngineException refused) {
            return ofEngine(refused);
        }
        if (failure instanceof InvalidArguments wrong) {
            return Problem.invalidRequest(
                    422, "invalid_arguments", "invalid JSON: Unprocessable Entity: " + wrong.getMessage());
        }
        if (failure instanceof JsonProcessingException malformed) {
            return Problem.invalidRequest(
                    400, "malformed_json", "invalid JSON: Bad Request: " + malformed.getOriginalMessage());
        }
        LOG.error("A request failed", RedactedException.of(failure));
        return new Problem(
                500,
                "internal",
                "internal",
                false,
                FAULT + "internal error, see the server's log",
                Problem.Detail.of(Classification.HINT));
    }

    private static Problem ofEngine(EngineException refused) {
        return switch (refused.kind()) {
            case NOT_FOUND -> problem(404, "not_found", false, Classification.NOTHING, refused);
            case VALIDATION -> problem(400, "validation", refused.isRetryable(), Classification.NOTHING, refused);
            case CONFLICT -> problem(409, refused.code().literal(), false, Classification.KIND, refused);
            case CONTENTION -> contention(refused);
            case STATE -> problem(409, stateKind(refused.code()), false, Classification.KIND, refused);
            case RESOURCE_EXHAUSTED -> exhausted((ResourceExhaustedException) refused);
            case UNAVAILABLE -> problem(503, "unavailable", false, Classification.KIND, refused);
            case TRANSPORT -> problem(500, transportKind(refused), refused.isRetryable(), Classification.KIND, refused);
            case TIMEOUT -> timeout(refused);
            default -> problem(500, "internal", false, Classification.HINT, refused);
        };
    }

    /** 429 for a caller at its limit; 503 when the server has no capacity for any caller. */
    private static Problem exhausted(ResourceExhaustedException refused) {
        int status = switch (refused.resource()) {
            case PERMITS -> 429;
            case MEMORY -> 503;
        };
        return problem(status, "resource_exhausted", true, Classification.KIND, refused);
    }

    private static Problem contention(EngineException refused) {
        return switch (refused.code()) {
            case RETRY_EXHAUSTED -> problem(500, "retry_exhausted", false, Classification.KIND, refused);
            case RATE_LIMIT_EXCEEDED, CONCURRENCY_LIMIT_EXCEEDED ->
                problem(429, refused.code().literal(), true, Classification.KIND, refused);
            default ->
                problem(
                        409,
                        "contention",
                        refused.code() != ErrorCode.EXECUTION_NOT_ACTIVE,
                        Classification.KIND,
                        refused);
        };
    }

    private static String stateKind(ErrorCode code) {
        if (NAMED_STATES.contains(code)) {
            return code.literal();
        }
        return SATISFIED.contains(code) ? ErrorCode.ALREADY_SATISFIED.literal() : "state_conflict";
    }

    /** The store did not answer: a read that changed nothing, or a call with an unknown outcome. */
    private static Problem timeout(EngineException refused) {
        return refused.isRetryable()
                ? problem(500, TransportKind.TIMEOUT.literal(), true, Classification.KIND, refused)
                : problem(500, NO_TIME_LEFT, false, Classification.HINT, refused);
    }

    private static String transportKind(EngineException refused) {
        return ((TransportException) refused).transportKind().literal();
    }

    private static Problem problem(
            int status, String kind, boolean retryable, Classification told, EngineException refused) {
        var retryAfter =
                refused instanceof ResourceExhaustedException full ? full.retryAfter() : Optional.<Duration>empty();
        String code = kind.equals(NO_TIME_LEFT) ? kind : refused.code().literal();
        return new Problem(
                status,
                kind,
                code,
                retryable,
                text(kind, told, refused),
                new Problem.Detail(told, details(refused), parts(refused), retryAfter));
    }

    /** Begins with the word that clients match: the kind where there is one, else the code. */
    private static String text(String kind, Classification told, EngineException refused) {
        if (refused instanceof NotFoundException missing) {
            return "not found: " + missing.entity();
        }
        String message = refused.error().message();
        if (refused.code() == ErrorCode.UNAVAILABLE) {
            return kind + ": backend op " + message;
        }
        return switch (told) {
            case NOTHING -> UNNAMED.contains(refused.code()) ? "validation_error: " + message : message;
            case HINT -> FAULT + message;
            case KIND -> message.startsWith(kind) ? message : kind + ": " + message;
        };
    }

    /** The parts of the text, so that a remote client can build the same exception. */
    private static ObjectNode parts(EngineException refused) {
        var members = JsonNodeFactory.instance.objectNode();
        members.put("detail", refused.error().detail());
        members.put("explanation", refused.error().explanation());
        return members;
    }

    private static ObjectNode details(EngineException refused) {
        var members = JsonNodeFactory.instance.objectNode();
        if (!refused.details().isEmpty()) {
            var details = members.putObject("details");
            refused.details().forEach((name, value) -> {
                if (NUMBERS.contains(name) && value.matches("-?\\d{1,18}")) {
                    details.put(name, Long.parseLong(value));
                } else if (LISTS.contains(name)) {
                    var items = details.putArray(name);
                    List.of(value.split(",")).forEach(items::add);
                } else {
                    details.put(name, value);
                }
            });
        }
        return members;
    }
}
