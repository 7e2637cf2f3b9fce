package io.flowfabric.model.error;

import io.flowfabric.model.error.code.ErrorClass;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.ErrorKind;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call that was refused or failed. The subclass tells the kind, {@link #code()} the precise reason, {@link
 * #details()} what a program may act on, and the message what a person should do next.
 */
public abstract sealed class EngineException extends RuntimeException
        permits NotFoundException,
                ValidationException,
                ContentionException,
                ConflictException,
                StateException,
                BugException,
                TransportException,
                UnavailableException,
                ResourceExhaustedException,
                OperationTimeoutException,
                StreamDisconnectedException,
                StreamBackpressureException {

    private static final long serialVersionUID = 1L;

    private final EngineError error;
    private final String context;

    EngineException(ErrorKind kind, EngineError error, String context, @Nullable Throwable cause) {
        super(context.isEmpty() ? error.message() : context + ": " + error.message(), cause);
        if (error.kind() != kind) {
            throw new IllegalArgumentException("An exception of kind " + kind.literal() + " cannot carry "
                    + error.code().literal() + ", which is of kind "
                    + error.kind().literal()
                    + "; use EngineError.toException()");
        }
        this.error = error;
        this.context = context;
    }

    /** The error as a value. */
    public final EngineError error() {
        return error;
    }

    /** What went wrong. */
    public final ErrorCode code() {
        return error.code();
    }

    /** The family of the code. */
    public final ErrorKind kind() {
        return error.kind();
    }

    /** What a caller should make of it. */
    public final ErrorClass errorClass() {
        return error.errorClass();
    }

    /** The exact text that goes with the code, or empty. */
    public final String detail() {
        return error.detail();
    }

    /** Named values, in a fixed order; unmodifiable. */
    public final Map<String, String> details() {
        return error.details();
    }

    /** Whether the same call may succeed later or elsewhere. */
    public final boolean isRetryable() {
        return error.isRetryable();
    }

    /** The labels given by {@link #withContext}, outermost first and separated by a colon; empty without one. */
    public final String context() {
        return context;
    }

    /**
     * Says during which step the exception came up. Transport, unavailable, resource-exhausted and timeout errors
     * answer a new exception of the same type whose message starts with the label and whose cause is this one; the
     * others name their subject themselves and answer this exception unchanged.
     */
    public EngineException withContext(String label) {
        return this;
    }

    final String labelled(String label) {
        return context.isEmpty() ? label : label + ": " + context;
    }
}
