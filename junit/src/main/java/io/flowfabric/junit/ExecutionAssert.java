package io.flowfabric.junit;

import io.flowfabric.model.op.ExecutionSnapshot;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.sdk.AwaitTimeoutException;
import io.flowfabric.sdk.ExecutionReference;
import java.time.Duration;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on an execution. Those on its end wait for it, up to ten seconds of real time, since workers run on threads
 * of their own; the others look at once. What fails shows every attempt.
 */
public final class ExecutionAssert extends AbstractAssert<ExecutionAssert, ExecutionReference> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Duration patience;

    ExecutionAssert(ExecutionReference execution) {
        this(execution, PATIENCE);
    }

    ExecutionAssert(ExecutionReference execution, Duration patience) {
        super(execution, ExecutionAssert.class);
        this.patience = patience;
    }

    /** It has completed, with or without a result. */
    public ExecutionAssert completed() {
        return endedAs(PublicState.COMPLETED, "to have completed");
    }

    /** It has completed with this result, which is read as the type of what is expected. */
    public ExecutionAssert completedWith(Object expected) {
        completed();
        var result = readResult(expected.getClass(), expected);
        if (!Objects.deepEquals(result, expected)) {
            throw failure("to have completed with <%s>, but the result is <%s>".formatted(expected, result));
        }
        return this;
    }

    /** It has failed for good. */
    public ExecutionAssert failed() {
        return endedAs(PublicState.FAILED, "to have failed");
    }

    /** It was cancelled. */
    public ExecutionAssert cancelled() {
        return endedAs(PublicState.CANCELLED, "to have been cancelled");
    }

    /** So many attempts were made again after one that failed; takeovers from lost workers do not count. */
    public ExecutionAssert retried(int times) {
        snapshot();
        long retries = actual.attempts().stream()
                .filter(attempt -> attempt.type() == AttemptType.RETRY)
                .count();
        if (retries != times) {
            throw failure("to have been retried %d times, but it was retried %d times".formatted(times, retries));
        }
        return this;
    }

    /** Nobody works on it, and it has not ended: it waits for a worker, a moment, a signal or others. */
    public ExecutionAssert isWaiting() {
        var state = snapshot().publicState();
        if (state.isTerminal() || state == PublicState.ACTIVE) {
            throw failure("to be waiting");
        }
        return this;
    }

    private ExecutionAssert endedAs(PublicState expected, String words) {
        snapshot();
        try {
            if (actual.awaitEnd(patience).publicState() != expected) {
                throw failure(words);
            }
            return this;
        } catch (AwaitTimeoutException tooLate) {
            throw failure(words
                    + ", but it has not ended after %s of real time. If it waits for a moment, advance the clock; if for a worker, start one"
                            .formatted(patience));
        }
    }

    private Object readResult(Class<?> type, Object expected) {
        try {
            return actual.await(type, patience);
        } catch (RuntimeException unreadable) {
            throw failure("to have completed with <%s>, but the result is no %s: %s"
                    .formatted(expected, type.getName(), unreadable.getMessage()));
        }
    }

    private ExecutionSnapshot snapshot() {
        isNotNull();
        return actual.describe()
                .orElseThrow(() ->
                        new AssertionError("execution %s is unknown: it was never stored here, or its retention is over"
                                .formatted(actual.id())));
    }

    private AssertionError failure(String expectation) {
        return new AssertionError(History.of(snapshot(), actual.attempts()).told(expectation));
    }
}
