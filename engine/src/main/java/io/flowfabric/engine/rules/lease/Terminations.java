package io.flowfabric.engine.rules.lease;

import static io.flowfabric.model.state.AttemptState.ATTEMPT_TERMINAL;

import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.attempt.PendingLineage;
import io.flowfabric.model.execution.DueTimes;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.ExecutionEnding;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import java.util.Optional;
import java.util.OptionalLong;

/** What every way out of an attempt or an execution has in common (02 §2, invariants 5 and 6). */
public final class Terminations {
    private Terminations() {}

    /** The ended execution: no lease, no due time, no open attempt; epoch and attempt pointer stay. */
    public static Execution terminal(Execution e, VectorRow row, ExecutionEnding ending, long now) {
        return e.edit()
                .transition(StateVector.of(row, endedAttemptState(e)), "", now)
                .attemptOver()
                .dueTimes(DueTimes.NONE)
                .pending(PendingLineage.NONE)
                .completedAt(OptionalLong.of(now))
                .ending(ending)
                .done();
    }

    /** The open attempt, ended without success; nothing when none is open. */
    public static Optional<Attempt> endedAttempt(Execution e, AttemptStatus ending, AttemptFailure failure, long now) {
        return e.openAttempt().map(attempt -> attempt.ended(ending, failure, now));
    }

    /** 02 §6.4, retry path — the attempt has ended; the next one is created by the next claim. */
    static Execution retryScheduled(Execution e, String message, long delayUntil, long now) {
        int failed = e.current().index().getAsInt();
        return e.edit()
                .transition(
                        StateVector.of(VectorRow.RETRY_BACKOFF, AttemptState.PENDING_RETRY_ATTEMPT),
                        "retry backoff until %d (attempt %d failed: %s)".formatted(delayUntil, failed, message),
                        now)
                .attemptOver()
                .dueTimes(e.dueTimes().withoutAttempt().withDelayUntil(OptionalLong.of(delayUntil)))
                .counters(e.counters().plusRetry())
                .current(e.current().withoutId())
                .pending(PendingLineage.retry(message, e.current().index()))
                .ending(ExecutionEnding.failed(message))
                .done();
    }

    /** An execution that never ran keeps the state it was waiting in. */
    private static AttemptState endedAttemptState(Execution e) {
        return e.counters().attempts() > 0 ? ATTEMPT_TERMINAL : e.vector().attemptState();
    }
}
