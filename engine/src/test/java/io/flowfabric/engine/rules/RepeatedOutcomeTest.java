package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.RETRYING;
import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.refusal;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.engine.rules.lease.CancelRules;
import io.flowfabric.engine.rules.lease.OutcomeRules;
import io.flowfabric.engine.rules.lease.TimerRules;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.timer.TimeoutPhase;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.PublicState;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** 02 §7 — a call whose answer was lost may be made again, and is answered as the first time. */
class RepeatedOutcomeTest {

    @Test
    void aRepeatedCompletionSucceedsWithoutWriting() {
        var leased = eligible().leasedBy("w1");

        var repeat = complete(leased.completed().after(60_000), leased.fence());

        assertThat(result(repeat)).isEqualTo(Ok.OK);
        changesNothing(repeat);
    }

    @Test
    void aCompletionUnderAnotherEpochOrAttemptIsNoRepeat() {
        var leased = eligible().leasedBy("w1");
        var fence = leased.fence();
        var done = leased.completed();

        refusesQuietly(
                complete(done, new Fence(fence.leaseId(), fence.epoch() + 1, fence.attemptId())),
                ErrorCode.EXECUTION_NOT_ACTIVE);
        refusesQuietly(
                complete(done, new Fence(fence.leaseId(), fence.epoch(), new AttemptId(new UUID(9, 9)))),
                ErrorCode.EXECUTION_NOT_ACTIVE);
    }

    @Test
    void theTypedFormTellsTheFourFactsAndDoesNotGuess() {
        var leased = eligible().leasedBy("w1");
        var done = leased.completed();

        var repeat = OutcomeRules.complete(done.execution(), leased.fence(), Optional.empty(), done.now());

        refusesQuietly(repeat, ErrorCode.EXECUTION_NOT_ACTIVE);
        assertThat(refusal(repeat).details())
                .containsEntry("terminal_outcome", "success")
                .containsEntry("lease_epoch", "1")
                .containsEntry("lifecycle_phase", "terminal")
                .containsEntry("attempt_id", leased.fence().attemptId().toString());
    }

    @Test
    void completingWhatAnOperatorCancelledIsRefused() {
        var leased = eligible().leasedBy("w1");

        var late = complete(leased.cancelled(), leased.fence());

        refusesQuietly(late, ErrorCode.EXECUTION_NOT_ACTIVE);
        assertThat(refusal(late).details()).containsEntry("terminal_outcome", "cancelled");
    }

    @Test
    void aRepeatedTerminalFailureIsAnsweredAlike() {
        var leased = eligible().leasedBy("w1");

        var repeat = fail(leased.failed(), leased.fence());

        assertThat(result(repeat)).isEqualTo(new FailOutcome.TerminalFailed());
        changesNothing(repeat);
    }

    @Test
    void aRepeatedRetryAnswersTheStoredDelayAndNoneOnceItIsPromoted() {
        var leased = eligible(RETRYING).leasedBy("w1");
        var waiting = leased.failed();

        var repeat = fail(waiting.after(100), leased.fence());
        var late = fail(waiting.promoted(), leased.fence());
        var held = fail(waiting.promoted().blockedFor(BlockingReason.WAITING_FOR_QUOTA), leased.fence());

        assertThat(result(repeat)).isEqualTo(new FailOutcome.RetryScheduled(T0 + 500, 1));
        changesNothing(repeat);
        assertThat(result(late)).isEqualTo(new FailOutcome.RetryScheduled(0, 1));
        changesNothing(late);
        assertThat(result(held)).isEqualTo(new FailOutcome.RetryScheduled(0, 1));
    }

    @Test
    void aRepeatedRetryIsStaleOnceAnotherWorkerClaimed() {
        var leased = eligible(RETRYING).leasedBy("w1");

        refusesQuietly(fail(leased.failed().promoted().leasedBy("w2"), leased.fence()), ErrorCode.STALE_LEASE);
    }

    @Test
    void aFailureAfterADelayAtTheSameEpochIsNoRepeat() {
        var leased = eligible(RETRYING).leasedBy("w1");

        refusesQuietly(fail(leased.pausedUntil(T0 + 5), leased.fence()), ErrorCode.EXECUTION_NOT_ACTIVE);
    }

    @Test
    void aRetryThatATimeoutScheduledAnswersTheFailureOfTheSameAttempt() {
        var policy = ExecutionPolicy.builder()
                .attemptTimeout(Duration.ofMillis(10))
                .retry(RetryPolicy.of(2, new FixedBackoff(500)))
                .build();
        var leased = eligible(policy).leasedBy("w1").after(10);
        var timedOut = leased.then(
                TimerRules.expire(Optional.of(leased.loaded()), TimeoutPhase.ATTEMPT_TIMEOUT, 0, leased.now()));

        assertThat(result(fail(timedOut, leased.fence())))
                .isEqualTo(new FailOutcome.RetryScheduled(leased.now() + 500, 1));
    }

    @Test
    void aWorkerThatFailedWithARetryCannotComplete() {
        var leased = eligible(RETRYING).leasedBy("w1");
        var waiting = leased.failed();

        refusesQuietly(complete(waiting, leased.fence()), ErrorCode.EXECUTION_NOT_ACTIVE);
        refusesQuietly(complete(waiting.promoted().leasedBy("w2"), leased.fence()), ErrorCode.STALE_LEASE);
    }

    @Test
    void aRepeatedCancelByItsHolderIsAnsweredAlike() {
        var leased = eligible().leasedBy("w1");
        var cancelled = leased.then(CancelRules.cancelByHolder(leased.loaded(), leased.fence(), "stop", leased.now()));

        var repeat = CancelRules.cancelByHolder(cancelled.loaded(), leased.fence(), "stop again", cancelled.now() + 9);

        assertThat(result(repeat)).isEqualTo(new EndedOutcome.Cancelled(Given.ID, PublicState.CANCELLED));
        changesNothing(repeat);
    }

    @Test
    void anotherHoldersCancelIsNoRepeat() {
        var leased = eligible().leasedBy("w1");
        var stranger = new Fence(leased.fence().leaseId(), 7, leased.fence().attemptId());

        refusesQuietly(
                CancelRules.cancelByHolder(leased.cancelled().loaded(), stranger, "stop", leased.now()),
                ErrorCode.EXECUTION_NOT_ACTIVE);
    }

    @Test
    void aReplayedExecutionForgetsWhatWasProvenBefore() {
        var leased = eligible().leasedBy("w1");

        refusesQuietly(complete(leased.completed().replayed(), leased.fence()), ErrorCode.EXECUTION_NOT_ACTIVE);
    }

    /** A retry is pending, but of the failure of another lease. */
    @Test
    void aFailureUnderAnotherEpochIsNoRepeatOfTheOneThatIsRetried() {
        var leased = eligible(RETRYING).leasedBy("w1");
        var fence = leased.fence();
        var failed = leased.failed();

        assertThat(result(fail(failed, fence))).isInstanceOf(FailOutcome.RetryScheduled.class);
        for (long other : new long[] {fence.epoch() - 1, fence.epoch() + 1}) {
            refusesQuietly(
                    fail(failed, new Fence(fence.leaseId(), other, fence.attemptId())), ErrorCode.EXECUTION_NOT_ACTIVE);
        }
    }

    private static Decision<Ok> complete(Given given, Fence fence) {
        return OutcomeRules.completeOrRepeat(given.execution(), fence, Optional.empty(), given.now());
    }

    private static Decision<FailOutcome> fail(Given given, Fence fence) {
        return OutcomeRules.failOrRepeat(
                given.execution(), fence, given.failure("boom", FailureClass.TRANSIENT), given.now());
    }
}
