package io.flowfabric.engine.rules.lease;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.model.Times;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.ExecutionEnding;
import io.flowfabric.model.op.timer.ExpireOutcome;
import io.flowfabric.model.op.timer.PromoteOutcome;
import io.flowfabric.model.op.timer.TimeoutPhase;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.EligibilityState;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.VectorRow;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * 02 §11 — what a timer may do. Each rule tests again whether it is due, so that a late or repeated timer is harmless.
 */
public final class TimerRules {
    private TimerRules() {}

    /** A delay is over: the execution becomes eligible, in its old place. */
    public static Decision<PromoteOutcome> promoteDelayed(Optional<Execution> found, long now) {
        if (found.isEmpty()) {
            return Decision.of(PromoteOutcome.NOT_FOUND_CLEANED);
        }
        Execution e = found.get();
        if (e.vector().phase() != LifecyclePhase.RUNNABLE) {
            return Decision.of(PromoteOutcome.NOT_RUNNABLE_CLEANED);
        }
        if (e.vector().eligibility() != EligibilityState.NOT_ELIGIBLE_UNTIL_TIME) {
            return Decision.of(PromoteOutcome.NOT_DELAYED_CLEANED);
        }
        if (!isDue(e.dueTimes().delayUntil(), now)) {
            return Decision.of(PromoteOutcome.NOT_YET_DUE);
        }
        return Decision.of(PromoteOutcome.PROMOTED).changing(new Change.Moved(e, Placement.eligible(e, now)));
    }

    /**
     * An attempt took too long, or the execution's time is up.
     *
     * @param draw a number drawn uniformly from [0, 1) for a backoff with jitter
     */
    public static Decision<ExpireOutcome> expire(Optional<Loaded> found, TimeoutPhase phase, double draw, long now) {
        if (found.isEmpty() || found.get().execution().vector().isTerminal()) {
            return Decision.of(new ExpireOutcome.AlreadyTerminal());
        }
        Loaded loaded = found.get();
        Execution e = loaded.execution();
        return switch (phase) {
            case EXECUTION_DEADLINE ->
                isDue(e.dueTimes().deadlineAt(), now)
                        ? expired(loaded, phase, now)
                        : Decision.of(new ExpireOutcome.NotDue());
            case ATTEMPT_TIMEOUT ->
                e.vector().phase() == LifecyclePhase.ACTIVE
                                && isDue(e.dueTimes().attemptTimeoutAt(), now)
                        ? attemptTimedOut(loaded, draw, now)
                        : Decision.of(new ExpireOutcome.NotDue());
        };
    }

    private static Decision<ExpireOutcome> attemptTimedOut(Loaded loaded, double draw, long now) {
        Execution e = loaded.execution();
        String reason = TimeoutPhase.ATTEMPT_TIMEOUT.literal();
        var failure = new Failure(
                reason,
                FailureClass.TIMEOUT.literal(),
                FailureClass.TIMEOUT,
                loaded.policy().handling().retryPolicy(),
                draw);
        OptionalLong delay = RetryRules.delayMs(failure, e.counters().retries());
        if (delay.isEmpty()) {
            return expired(loaded, TimeoutPhase.ATTEMPT_TIMEOUT, now);
        }
        long delayUntil = Times.plus(now, delay.getAsLong());
        var after = Terminations.retryScheduled(e, reason, delayUntil, now);
        var attempt = Terminations.endedAttempt(
                e, AttemptStatus.ENDED_FAILURE, new AttemptFailure(reason, Optional.of(failure.category())), now);
        return Decision.<ExpireOutcome>of(new ExpireOutcome.RetryScheduled(
                        delayUntil, after.counters().attempts()))
                .changing(new Change.Released(e, after, attempt))
                .changing(loaded.grant().map(grant -> new Change.GrantRemoved(e.id())))
                .emitting(LifecycleEvents.expiredIfHeld(e, "expired:" + reason, now));
    }

    private static Decision<ExpireOutcome> expired(Loaded loaded, TimeoutPhase phase, long now) {
        Execution e = loaded.execution();
        String reason = phase.literal();
        var attempt = Terminations.endedAttempt(e, AttemptStatus.ENDED_FAILURE, AttemptFailure.of(reason), now);
        var after = Terminations.terminal(e, VectorRow.EXPIRED, ExecutionEnding.failed(reason), now);
        return Decision.<ExpireOutcome>of(new ExpireOutcome.Expired(e.id()))
                .changing(new Change.Ended(e, after, attempt, Optional.empty()))
                .changing(loaded.grant().map(grant -> new Change.GrantRemoved(e.id())))
                .emitting(LifecycleEvents.ended(after, false, now))
                .emitting(LifecycleEvents.expiredIfHeld(e, "expired:" + reason, now));
    }

    private static boolean isDue(OptionalLong dueTime, long now) {
        return dueTime.isPresent() && dueTime.getAsLong() <= now;
    }
}
