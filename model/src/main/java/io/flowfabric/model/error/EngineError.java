package io.flowfabric.model.error;

import io.flowfabric.model.Literals;
import io.flowfabric.model.error.code.ErrorClass;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.ErrorKind;
import io.flowfabric.model.error.code.TransportKind;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A refusal as a value.
 *
 * @param code what went wrong
 * @param detail the exact machine-readable text that goes with the code, or empty
 * @param details named values a program may act on, in a fixed order
 * @param explanation one sentence for people, with the way out, or empty
 */
public record EngineError(ErrorCode code, String detail, Map<String, String> details, String explanation)
        implements Serializable {

    static final String BACKEND = "backend";
    static final String TRANSPORT_KIND = "transport_kind";
    static final String APPLIED = "applied";
    static final String NO = "no";

    /** Copies the details. */
    public EngineError {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(detail, "detail");
        Objects.requireNonNull(explanation, "explanation");
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    /** An error that has nothing to add to its code. */
    public static EngineError of(ErrorCode code) {
        return of(code, "", "");
    }

    /** An error without named details; {@code detail} and {@code explanation} may be empty. */
    public static EngineError of(ErrorCode code, String detail, String explanation) {
        return new EngineError(code, detail, Map.of(), explanation);
    }

    /**
     * Reads an error that another process reported. Every literal of the specification finds its code; an unknown one
     * becomes a transport error that keeps it, see {@link TransportException#rawCode()}. All details are kept.
     *
     * @param backend the backend that answered, as it should appear in a transport error
     */
    public static EngineError ofWire(String backend, String literal, String detail, Map<String, String> details) {
        return WireCodes.decode(backend, literal, detail, details);
    }

    /** The same error with one more named value. */
    public EngineError with(String name, String value) {
        var more = new LinkedHashMap<>(details);
        more.put(name, value);
        return new EngineError(code, detail, more, explanation);
    }

    /** The kind of the code. */
    public ErrorKind kind() {
        return code.kind();
    }

    /**
     * The class of the code; a transport error is retryable when its {@link TransportKind} is, and a timeout when it
     * says that nothing was changed.
     */
    public ErrorClass errorClass() {
        boolean passing = transportKind().map(TransportKind::isRetryable).orElseGet(this::isSurelyNotApplied);
        return passing ? ErrorClass.RETRYABLE : code.errorClass();
    }

    /** Whether the same call may succeed later or elsewhere. */
    public boolean isRetryable() {
        return errorClass() == ErrorClass.RETRYABLE;
    }

    /** The code, the detail and the explanation as one text; empty parts leave no trace. */
    public String message() {
        var text = new StringBuilder(code.literal());
        if (kind() == ErrorKind.TRANSPORT && details.containsKey(BACKEND)) {
            text.append(" (").append(details.get(BACKEND)).append(')');
        }
        if (!detail.isEmpty()) {
            text.append(": ").append(detail);
        }
        if (!explanation.isEmpty()) {
            text.append(detail.isEmpty() ? ": " : endsSentence(detail) ? " " : ". ")
                    .append(explanation);
        }
        return text.toString();
    }

    /** The exception of this error's kind, ready to be thrown. */
    public EngineException toException() {
        return switch (kind()) {
            case NOT_FOUND -> new NotFoundException(this);
            case VALIDATION -> new ValidationException(this);
            case CONTENTION -> new ContentionException(this);
            case CONFLICT -> new ConflictException(this);
            case STATE -> new StateException(this);
            case BUG -> new BugException(this);
            case TRANSPORT -> new TransportException(this);
            case UNAVAILABLE -> new UnavailableException(this);
            case RESOURCE_EXHAUSTED -> new ResourceExhaustedException(this);
            case TIMEOUT -> new OperationTimeoutException(this);
            case STREAM_DISCONNECTED -> new StreamDisconnectedException(this);
            case STREAM_BACKPRESSURE -> new StreamBackpressureException(this);
        };
    }

    /** Whether this is a timeout of a call that is known to have changed nothing. */
    boolean isSurelyNotApplied() {
        return kind() == ErrorKind.TIMEOUT && named(APPLIED).filter(NO::equals).isPresent();
    }

    Optional<TransportKind> transportKind() {
        return kind() == ErrorKind.TRANSPORT
                ? named(TRANSPORT_KIND).flatMap(literal -> Literals.parse(TransportKind.class, literal))
                : Optional.empty();
    }

    Optional<String> named(String name) {
        return Optional.ofNullable(details.get(name));
    }

    /** A number among the details; a text that is none, as another program may have sent, counts as absent. */
    Optional<Long> number(String name) {
        try {
            return named(name).map(Long::valueOf);
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }

    private static boolean endsSentence(String text) {
        return ".!?".indexOf(text.charAt(text.length() - 1)) >= 0;
    }
}
