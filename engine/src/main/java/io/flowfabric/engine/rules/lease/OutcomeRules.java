package io.flowfabric.engine.rules.lease;

import static io.flowfabric.model.state.AttemptState.ATTEMPT_INTERRUPTED;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.Times;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.ExecutionEnding;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.TerminalOutcome;
import io.flowfabric.model.state.VectorRow;
import java.util.Optional;
import java.util.OptionalLong;

/** 02 §6.3–§6.6 and §7 — how the holder of a lease gives it up: complete, fail, delay, wait for children. */
public final class OutcomeRules {

    private OutcomeRules() {}

    /** Refuses a result over 1 MiB, before anything is read. */
    public static Optional<EngineError> checkResult(Payload result) {
        return result.size() <= Limits.PAYLOAD_BYTES
                ? Optional.empty()
                : Optional.of(EngineError.of(
                        ErrorCode.PAYLOAD_TOO_LARGE,
                        "result: %d bytes".formatted(result.size()),
                        "At most %d bytes are stored; keep the data elsewhere and return where it is."
                                .formatted(Limits.PAYLOAD_BYTES)));
    }

    /** Ends an execution in success. An empty result stores nothing. */
    public static Decision<Ok> complete(Execution e, Authority authority, Optional<Payload> result, long now) {
        return Fencing.<Ok>checkGivingUp(e, authority, now).orElseGet(() -> {
            var after = Terminations.terminal(e, VectorRow.SUCCESS, ExecutionEnding.NONE, now);
            var attempt = e.openAttempt().map(open -> open.succeeded(now));
            return Decision.of(Ok.OK)
                    .changing(new Change.Ended(e, after, attempt, result.filter(bytes -> bytes.size() > 0)))
                    .emitting(
                            LifecycleEvents.ended(after, false, now),
                            LifecycleEvents.revoked(e, "completed", givenUpBy(authority), now));
        });
    }

    /**
     * As {@link #complete} by the holder, except that a repeat of a completion that landed is answered like the first.
     */
    public static Decision<Ok> completeOrRepeat(Execution e, Fence fence, Optional<Payload> result, long now) {
        return endedBy(e, fence, TerminalOutcome.SUCCESS) ? Decision.of(Ok.OK) : complete(e, fence, result, now);
    }

    /** Ends an attempt in failure: the policy decides whether another one is made. */
    public static Decision<FailOutcome> fail(Execution e, Authority authority, Failure failure, long now) {
        return Fencing.<FailOutcome>checkGivingUp(e, authority, now).orElseGet(() -> {
            var attempt = Terminations.endedAttempt(
                    e,
                    AttemptStatus.ENDED_FAILURE,
                    new AttemptFailure(failure.message(), Optional.of(failure.category())),
                    now);
            OptionalLong delay = RetryRules.delayMs(failure, e.counters().retries());
            if (delay.isPresent()) {
                long delayUntil = Times.plus(now, delay.getAsLong());
                var after = Terminations.retryScheduled(e, failure.message(), delayUntil, now);
                return Decision.<FailOutcome>of(new FailOutcome.RetryScheduled(
                                delayUntil, after.counters().attempts()))
                        .changing(new Change.Released(e, after, attempt))
                        .emitting(LifecycleEvents.revoked(e, "failed_retry_scheduled", givenUpBy(authority), now));
            }
            var after = Terminations.terminal(e, VectorRow.FAILED, ExecutionEnding.failed(failure.message()), now);
            return Decision.<FailOutcome>of(new FailOutcome.TerminalFailed())
                    .changing(new Change.Ended(e, after, attempt, Optional.empty()))
                    .emitting(
                            LifecycleEvents.ended(after, false, now),
                            LifecycleEvents.revoked(e, "failed_terminal", givenUpBy(authority), now));
        });
    }

    /** As {@link #fail} by the holder, except that a repeat of a failure that landed is answered like the first. */
    public static Decision<FailOutcome> failOrRepeat(Execution e, Fence fence, Failure failure, long now) {
        if (endedBy(e, fence, TerminalOutcome.FAILED)) {
            return Decision.of(new FailOutcome.TerminalFailed());
        }
        boolean retryPending = e.vector().phase() == LifecyclePhase.RUNNABLE
                && e.vector().attemptState() == AttemptState.PENDING_RETRY_ATTEMPT
                && e.leaseEpoch() == fence.epoch();
        if (retryPending) {
            return Decision.of(new FailOutcome.RetryScheduled(
                    e.dueTimes().delayUntil().orElse(0), e.counters().attempts()));
        }
        return fail(e, fence, failure, now);
    }

    /** Releases the lease until a time; a worker gives back unstarted work with a past one. */
    public static Decision<Ok> delay(Execution e, Authority authority, long delayUntil, long now) {
        return Fencing.<Ok>checkGivingUp(e, authority, now).orElseGet(() -> {
            var after = e.edit()
                    .transition(
                            StateVector.of(VectorRow.DELAYED, ATTEMPT_INTERRUPTED), "delayed until " + delayUntil, now)
                    .paused(e.openAttempt().orElseThrow().suspended("worker_delay", now))
                    .dueTimes(e.dueTimes().pausedAt(now).withDelayUntil(OptionalLong.of(delayUntil)))
                    .done();
            return Decision.of(Ok.OK)
                    .changing(new Change.Released(e, after, Optional.empty()))
                    .emitting(LifecycleEvents.revoked(e, "worker_delay", givenUpBy(authority), now));
        });
    }

    /** Gives the lease up until the dependencies are resolved; at once eligible again when all of them are. */
    public static Decision<Ok> waitChildren(Loaded loaded, Authority authority, long now) {
        Execution e = loaded.execution();
        return Fencing.<Ok>checkGivingUp(e, authority, now).orElseGet(() -> {
            boolean waits = loaded.membership().unresolved() > 0;
            var row = waits ? VectorRow.BLOCKED_BY_DEPENDENCIES : VectorRow.ELIGIBLE;
            var after = e.edit()
                    .transition(
                            StateVector.of(row, ATTEMPT_INTERRUPTED),
                            waits ? "waiting for child executions to complete" : "",
                            now)
                    .paused(e.openAttempt().orElseThrow().suspended("waiting_children", now))
                    .dueTimes(e.dueTimes().pausedAt(now))
                    .done();
            return Decision.of(Ok.OK)
                    .changing(new Change.Released(e, after, Optional.empty()))
                    .emitting(LifecycleEvents.revoked(e, "waiting_children", givenUpBy(authority), now));
        });
    }

    /** 02 §7 — whether the stored state proves that this very holder ended the execution this way. */
    static boolean endedBy(Execution e, Fence fence, TerminalOutcome outcome) {
        return e.vector().outcome() == outcome
                && e.leaseEpoch() == fence.epoch()
                && e.currentAttemptId().filter(fence.attemptId()::equals).isPresent();
    }

    private static RevokedBy givenUpBy(Authority authority) {
        return authority instanceof Fence ? RevokedBy.BACKEND : RevokedBy.OPERATOR;
    }
}
