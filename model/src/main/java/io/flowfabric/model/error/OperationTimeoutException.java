package io.flowfabric.model.error;

import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.ErrorKind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An operation got no answer in time. Retryable if it surely changed nothing. */
public final class OperationTimeoutException extends EngineException {

    private static final long serialVersionUID = 1L;

    private static final String OP = "op";
    private static final String ELAPSED_MS = "elapsed_ms";

    /** What is known of the write when the wait for it ended, unless it was surely not applied. */
    private static final String UNKNOWN = "unknown";

    /**
     * Carries an error of kind {@link ErrorKind#TIMEOUT}.
     *
     * @throws IllegalArgumentException for an error of another kind
     */
    public OperationTimeoutException(EngineError error) {
        this(error, "", null);
    }

    /** The operation {@code op} was given up after {@code elapsed}; {@code mayHaveBeenApplied} unless surely not. */
    public OperationTimeoutException(String op, Duration elapsed, boolean mayHaveBeenApplied) {
        this(describe(op, elapsed, mayHaveBeenApplied), "", null);
    }

    private OperationTimeoutException(EngineError error, String context, @Nullable Throwable cause) {
        super(ErrorKind.TIMEOUT, error, context, cause);
    }

    /** The operation {@code op} was given up because another transaction held {@code what} for {@code elapsed}. */
    public static OperationTimeoutException heldUp(String op, String what, Duration elapsed) {
        String said = "%s got no answer within %d ms, because another transaction held %s"
                .formatted(op, elapsed.toMillis(), what);
        return new OperationTimeoutException(new EngineError(
                ErrorCode.TIMEOUT,
                said,
                details(op, elapsed, EngineError.NO),
                "It was not applied; the call may be repeated. Look for a session that is idle in its transaction, a "
                        + "migration or a stopped process, and end it."));
    }

    /** The operation, or empty when the error does not say. */
    public String op() {
        return error().named(OP).orElse("");
    }

    /** How long the caller waited, or zero when the error does not say. */
    public Duration elapsed() {
        return Duration.ofMillis(error().number(ELAPSED_MS).orElse(0L));
    }

    /** Whether the write may have happened. False only when it surely did not. */
    public boolean mayHaveBeenApplied() {
        return !error().isSurelyNotApplied();
    }

    @Override
    public OperationTimeoutException withContext(String label) {
        return new OperationTimeoutException(error(), labelled(label), this);
    }

    private static EngineError describe(String op, Duration elapsed, boolean mayHaveBeenApplied) {
        var details = details(op, elapsed, mayHaveBeenApplied ? UNKNOWN : EngineError.NO);
        String wayOut = mayHaveBeenApplied
                ? "It may have been applied; read the record before you repeat the call."
                : "It was not applied; the call may be repeated.";
        return new EngineError(
                ErrorCode.TIMEOUT, op + " got no answer within " + elapsed.toMillis() + " ms", details, wayOut);
    }

    private static Map<String, String> details(String op, Duration elapsed, String applied) {
        var details = new LinkedHashMap<String, String>();
        details.put(OP, op);
        details.put(ELAPSED_MS, Long.toString(elapsed.toMillis()));
        details.put(EngineError.APPLIED, applied);
        return details;
    }
}
