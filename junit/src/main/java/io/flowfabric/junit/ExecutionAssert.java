package io.flowfabric.junit;

import io.flowfabric.model.op.read.ExecutionSnapshot;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.sdk.AwaitTimeoutException;
import io.flowfabric.sdk.ExecutionReference;
import java.time.Duration;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on an execution. Those on its end wait for it, up to ten seconds of real time, since workers run on
 * threads of their own; the others check at once. A failure shows every attempt.
 */
public final class ExecutionAssert extends AbstractAssert<ExecutionAssert, ExecutionReference> {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Duration timeout;

    ExecutionAssert(ExecutionReference execution) {
        this(execution, TIMEOUT);
    }

    ExecutionAssert(ExecutionReference execution, Duration timeout) {
        super(execution, ExecutionAssert.class);
        this.timeout = timeout;
    }

    /** It has completed, with or without a result. */
    public ExecutionAssert completed() {
        return endedAs(PublicState.COMPLETED, "to have completed");
    }

    /** It has completed with this result, which is read as the type of the expected value. */
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

    /** So many attempts were retries after a failed one; reclaims from lost workers do not count. */
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

    /** No worker works on it, and it has not ended: it waits for a worker, a due time, a signal or other executions. */
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
            if (actual.awaitEnd(timeout).publicState() != expected) {
                throw failure(words);
            }
            return this;
        } catch (AwaitTimeoutException tooLate) {
            throw failure(words
                    + ", but it has not ended after %s of real time. If it waits for a due time, advance the clock; if it waits for a worker, start one"
                            .formatted(timeout));
        }
    }

    private Object readResult(Class<?> type, Object expected) {
        try {
            return actual.await(type, timeout);
        } catch (RuntimeException unreadable) {
            throw failure("to have completed with <%s>, but the result is not a %s: %s"
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
        return new AssertionError(
                ExecutionHistory.of(snapshot(), actual.attempts()).told(expectation));
    }
}
