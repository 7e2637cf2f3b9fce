package io.flowfabric.model.error.code;

import static io.flowfabric.model.error.code.ErrorClass.COOPERATIVE;
import static io.flowfabric.model.error.code.ErrorClass.EXPECTED;
import static io.flowfabric.model.error.code.ErrorClass.INFORMATIONAL;
import static io.flowfabric.model.error.code.ErrorClass.RETRYABLE;
import static io.flowfabric.model.error.code.ErrorClass.SOFT_ERROR;
import static io.flowfabric.model.error.code.ErrorKind.CONFLICT;
import static io.flowfabric.model.error.code.ErrorKind.CONTENTION;
import static io.flowfabric.model.error.code.ErrorKind.NOT_FOUND;
import static io.flowfabric.model.error.code.ErrorKind.STATE;
import static io.flowfabric.model.error.code.ErrorKind.VALIDATION;

import io.flowfabric.model.Literal;
import io.flowfabric.model.Literals;
import io.flowfabric.model.error.EngineError;
import java.util.Locale;
import java.util.Optional;

/**
 * Every error the engine knows, by its wire code. This is the only table that assigns kinds and classes; a class is
 * named where it differs from the usual class of the kind.
 *
 * <p>The literal is the constant's name in lower case, so renaming a constant changes the wire.
 */
public enum ErrorCode implements Literal {
    EXECUTION_NOT_FOUND(NOT_FOUND),
    FLOW_NOT_FOUND(NOT_FOUND),
    ATTEMPT_NOT_FOUND(NOT_FOUND),
    BUDGET_NOT_FOUND(NOT_FOUND),
    QUOTA_POLICY_NOT_FOUND(NOT_FOUND),
    STREAM_NOT_FOUND(NOT_FOUND, EXPECTED),

    INVALID_INPUT(VALIDATION),
    CAPABILITY_MISMATCH(VALIDATION, RETRYABLE),
    INVALID_CAPABILITIES(VALIDATION),
    INVALID_POLICY_JSON(VALIDATION),
    INVALID_TAG_KEY(VALIDATION),
    PAYLOAD_TOO_LARGE(VALIDATION),
    SIGNAL_LIMIT_EXCEEDED(VALIDATION),
    INVALID_WAITPOINT_KEY(VALIDATION),
    INVALID_TOKEN(VALIDATION),
    TOKEN_EXPIRED(VALIDATION),
    MISSING_TOKEN(VALIDATION),
    WAITPOINT_NOT_TOKEN_BOUND(VALIDATION),
    RETENTION_LIMIT_EXCEEDED(VALIDATION),
    INVALID_LEASE_FOR_SUSPEND(VALIDATION),
    INVALID_DEPENDENCY(VALIDATION),
    INVALID_WAITPOINT_FOR_EXECUTION(VALIDATION),
    INVALID_BLOCKING_REASON(VALIDATION),
    INVALID_OFFSET(VALIDATION, RETRYABLE),
    UNAUTHORIZED(VALIDATION),
    INVALID_BUDGET_SCOPE(VALIDATION),
    BUDGET_OVERRIDE_NOT_ALLOWED(VALIDATION),
    INVALID_QUOTA_SPEC(VALIDATION),
    INVALID_KID(VALIDATION),
    INVALID_SECRET_HEX(VALIDATION),
    INVALID_GRACE_MS(VALIDATION),
    INVALID_FRAME_TYPE(VALIDATION, SOFT_ERROR),
    CORRUPTION(VALIDATION),
    HANDLE_FROM_OTHER_BACKEND(VALIDATION),

    USE_CLAIM_RESUMED_EXECUTION(CONTENTION),
    NOT_A_RESUMED_EXECUTION(CONTENTION),
    EXECUTION_NOT_LEASEABLE(CONTENTION),
    LEASE_CONFLICT(CONTENTION),
    INVALID_CLAIM_GRANT(CONTENTION),
    CLAIM_GRANT_EXPIRED(CONTENTION),
    NO_ELIGIBLE_EXECUTION(CONTENTION),
    WAITPOINT_NOT_FOUND(CONTENTION),
    WAITPOINT_PENDING_USE_BUFFER_SCRIPT(CONTENTION),
    STALE_GRAPH_REVISION(CONTENTION),
    // Repeating it blindly would repeat work that already ended; the details let a caller recognise its own success.
    EXECUTION_NOT_ACTIVE(CONTENTION, ErrorClass.TERMINAL),
    EXECUTION_NOT_ELIGIBLE(CONTENTION, INFORMATIONAL),
    EXECUTION_NOT_IN_ELIGIBLE_SET(CONTENTION, INFORMATIONAL),
    EXECUTION_NOT_RECLAIMABLE(CONTENTION, INFORMATIONAL),
    NO_ACTIVE_LEASE(CONTENTION, INFORMATIONAL),
    RATE_LIMIT_EXCEEDED(CONTENTION),
    CONCURRENCY_LIMIT_EXCEEDED(CONTENTION),
    RETRY_EXHAUSTED(CONTENTION),

    DEPENDENCY_ALREADY_EXISTS(CONFLICT),
    CYCLE_DETECTED(CONFLICT),
    SELF_REFERENCING_EDGE(CONFLICT),
    EXECUTION_ALREADY_IN_FLOW(CONFLICT),
    WAITPOINT_ALREADY_EXISTS(CONFLICT, INFORMATIONAL),
    BUDGET_ATTACH_CONFLICT(CONFLICT),
    QUOTA_ATTACH_CONFLICT(CONFLICT),
    ROTATION_CONFLICT(CONFLICT),
    ACTIVE_ATTEMPT_EXISTS(CONFLICT, ErrorClass.BUG),

    STALE_LEASE(STATE),
    LEASE_EXPIRED(STATE),
    LEASE_REVOKED(STATE),
    EXECUTION_NOT_SUSPENDED(STATE, INFORMATIONAL),
    ALREADY_SUSPENDED(STATE, INFORMATIONAL),
    ALREADY_SATISFIED(STATE, INFORMATIONAL),
    WAITPOINT_CLOSED(STATE, INFORMATIONAL),
    TARGET_NOT_SIGNALABLE(STATE),
    DUPLICATE_SIGNAL(STATE, INFORMATIONAL),
    RESUME_CONDITION_NOT_MET(STATE),
    WAITPOINT_NOT_PENDING(STATE, INFORMATIONAL),
    PENDING_WAITPOINT_EXPIRED(STATE, INFORMATIONAL),
    WAITPOINT_NOT_OPEN(STATE, INFORMATIONAL),
    EXECUTION_NOT_TERMINAL(STATE),
    MAX_REPLAYS_EXHAUSTED(STATE),
    REPLAY_NOT_ALLOWED(STATE),
    STREAM_CLOSED(STATE),
    STALE_OWNER_CANNOT_APPEND(STATE),
    STREAM_ALREADY_CLOSED(STATE, INFORMATIONAL),
    GRANT_ALREADY_EXISTS(STATE, INFORMATIONAL),
    EXECUTION_NOT_IN_FLOW(STATE),
    FLOW_ALREADY_TERMINAL(STATE),
    DEPS_NOT_SATISFIED(STATE, INFORMATIONAL),
    NOT_BLOCKED_BY_DEPS(STATE, INFORMATIONAL),
    NOT_RUNNABLE(STATE),
    TERMINAL(STATE),
    BUDGET_EXCEEDED(STATE, COOPERATIVE),
    BUDGET_SOFT_EXCEEDED(STATE, INFORMATIONAL),
    OK_ALREADY_APPLIED(STATE, INFORMATIONAL),
    ATTEMPT_NOT_STARTED(STATE),
    ATTEMPT_ALREADY_TERMINAL(STATE, INFORMATIONAL),
    EXECUTION_NOT_ELIGIBLE_FOR_ATTEMPT(STATE),
    MAX_RETRIES_EXHAUSTED(STATE),

    ATTEMPT_NOT_IN_CREATED_STATE(ErrorKind.BUG),
    INVARIANT_VIOLATION(ErrorKind.BUG),

    TRANSPORT(ErrorKind.TRANSPORT),

    UNAVAILABLE(ErrorKind.UNAVAILABLE),
    HMAC_SECRET_NOT_INITIALIZED(ErrorKind.UNAVAILABLE),
    INVALID_SECRET(ErrorKind.UNAVAILABLE),
    INVALID_KEYS_MISSING_HMAC(ErrorKind.UNAVAILABLE),

    RESOURCE_EXHAUSTED(ErrorKind.RESOURCE_EXHAUSTED),
    TIMEOUT(ErrorKind.TIMEOUT),
    STREAM_DISCONNECTED(ErrorKind.STREAM_DISCONNECTED),
    STREAM_BACKPRESSURE(ErrorKind.STREAM_BACKPRESSURE);

    private final ErrorKind kind;
    private final ErrorClass errorClass;
    private final String literal = name().toLowerCase(Locale.ROOT);

    ErrorCode(ErrorKind kind) {
        this(kind, kind.usualClass());
    }

    ErrorCode(ErrorKind kind, ErrorClass errorClass) {
        this.kind = kind;
        this.errorClass = errorClass;
    }

    /** The code with this literal, or empty when the engine has none. */
    public static Optional<ErrorCode> ofLiteral(String literal) {
        return Literals.parse(ErrorCode.class, literal);
    }

    @Override
    public String literal() {
        return literal;
    }

    /** The family of errors that this code belongs to. */
    public ErrorKind kind() {
        return kind;
    }

    /** What a caller should make of this code. A transport error refines it, see {@link EngineError#errorClass()}. */
    public ErrorClass errorClass() {
        return errorClass;
    }
}
