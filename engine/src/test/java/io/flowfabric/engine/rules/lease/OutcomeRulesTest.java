package io.flowfabric.engine.rules.lease;

import static io.flowfabric.engine.rules.Given.RETRYING;
import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.arguments;
import static io.flowfabric.engine.rules.Given.created;
import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.endedAttempt;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.attempt.PendingLineage;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.Counters;
import io.flowfabric.model.execution.DueTimes;
import io.flowfabric.model.execution.ExecutionEnding;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.AttemptStatus;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OutcomeRulesTest {
    private static final Authority OPERATOR = new Authority.OperatorOverride();

    @Test
    void aCompletionEndsAttemptLeaseAndDueTimesAndKeepsTheProofOfItsHolder() {
        var given = created(arguments().deadlineAt(T0 + 90_000)).leasedBy("w1").after(5);
        var result = Payload.of(new byte[] {(byte) 0xC3, 0x28});

        var decision = OutcomeRules.complete(given.execution(), given.fence(), Optional.of(result), given.now());

        assertThat(result(decision)).isEqualTo(Ok.OK);
        assertThat(decision.changes())
                .singleElement()
                .isInstanceOfSatisfying(
                        Change.Ended.class, ended -> assertThat(ended.result()).contains(result));
        assertThat(endedAttempt(decision).status()).isEqualTo(AttemptStatus.ENDED_SUCCESS);
        assertThat(endedAttempt(decision).times().endedAt()).hasValue(given.now());
        var after = after(decision);
        assertThat(after.lease()).isEmpty();
        assertThat(after.dueTimes()).isEqualTo(DueTimes.NONE);
        assertThat(after.timing().completedAt()).hasValue(given.now());
        assertThat(after.ending()).isEqualTo(ExecutionEnding.NONE);
        assertThat(after.leaseEpoch()).isEqualTo(1);
        assertThat(after.current()).isEqualTo(given.execution().current());
        assertThat(events(decision)).containsExactly("completion success", "lease revoked: completed by backend");
    }

    @Test
    void anEmptyResultStoresNothing() {
        var given = eligible().leasedBy("w1");

        var decision = OutcomeRules.complete(given.execution(), given.fence(), Optional.of(Payload.EMPTY), given.now());

        assertThat(decision.changes())
                .singleElement()
                .isInstanceOfSatisfying(
                        Change.Ended.class, ended -> assertThat(ended.result()).isEmpty());
    }

    @Test
    void anOverrideSaysThatAnOperatorEndedTheLease() {
        var given = eligible().leasedBy("w1");

        assertThat(events(OutcomeRules.complete(given.execution(), OPERATOR, Optional.empty(), given.now())))
                .containsExactly("completion success", "lease revoked: completed by operator");
    }

    @Test
    void aResultOfExactlyOneMebibyteIsStoredAndOneByteMoreIsRefused() {
        assertThat(OutcomeRules.checkResult(Payload.of(new byte[1 << 20]))).isEmpty();

        var refusal =
                OutcomeRules.checkResult(Payload.of(new byte[(1 << 20) + 1])).orElseThrow();
        assertThat(refusal.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
        assertThat(refusal.detail()).isEqualTo("result: 1048577 bytes");
    }

    @Test
    void aFailureWithARetryLeftSchedulesItWithoutCreatingTheAttempt() {
        var given = created(arguments().policy(RETRYING).deadlineAt(T0 + 90_000))
                .leasedBy("w1")
                .after(5);

        var decision = fail(given, FailureClass.TRANSIENT);

        long until = given.now() + 500;
        assertThat(result(decision)).isEqualTo(new FailOutcome.RetryScheduled(until, 1));
        assertThat(decision.changes()).hasSize(1).first().isInstanceOf(Change.Released.class);
        assertThat(endedAttempt(decision).status()).isEqualTo(AttemptStatus.ENDED_FAILURE);
        assertThat(endedAttempt(decision).failure()).contains(new AttemptFailure("boom", Optional.of("transient")));
        var after = after(decision);
        assertThat(after.blockingDetail())
                .isEqualTo("retry backoff until %d (attempt 0 failed: boom)".formatted(until));
        assertThat(after.counters()).isEqualTo(new Counters(1, 1, 0, 0));
        assertThat(after.leaseEpoch()).isEqualTo(1);
        assertThat(after.current().index()).hasValue(0);
        assertThat(after.currentAttemptId()).isEmpty();
        assertThat(after.pending()).isEqualTo(PendingLineage.retry("boom", OptionalInt.of(0)));
        assertThat(after.ending()).isEqualTo(ExecutionEnding.failed("boom"));
        assertThat(after.timing().completedAt()).isEmpty();
        assertThat(after.dueTimes())
                .isEqualTo(DueTimes.NONE
                        .withDelayUntil(OptionalLong.of(until))
                        .withDeadlineAt(OptionalLong.of(T0 + 90_000)));
        assertThat(events(decision)).containsExactly("lease revoked: failed_retry_scheduled by backend");
    }

    @Test
    void aFailureWithoutRetryEndsTheExecution() {
        var given = created(arguments().deadlineAt(T0 + 90_000)).leasedBy("w1").after(5);

        var decision = fail(given, FailureClass.TRANSIENT);

        assertThat(result(decision)).isEqualTo(new FailOutcome.TerminalFailed());
        assertThat(decision.changes()).hasSize(1).first().isInstanceOf(Change.Ended.class);
        assertThat(endedAttempt(decision).status()).isEqualTo(AttemptStatus.ENDED_FAILURE);
        var after = after(decision);
        assertThat(after.ending()).isEqualTo(ExecutionEnding.failed("boom"));
        assertThat(after.timing().completedAt()).hasValue(given.now());
        assertThat(after.dueTimes()).isEqualTo(DueTimes.NONE);
        assertThat(after.current()).isEqualTo(given.execution().current());
        assertThat(events(decision)).containsExactly("completion failed", "lease revoked: failed_terminal by backend");
    }

    @Test
    void aDelayPausesTheAttemptUnderItsOwnDueTime() {
        var given = created(arguments().deadlineAt(T0 + 90_000)).leasedBy("w1").after(5);

        var decision = OutcomeRules.delay(given.execution(), given.fence(), T0 + 7_000, given.now());

        assertThat(decision.changes()).hasSize(1).first().isInstanceOf(Change.Released.class);
        var after = after(decision);
        assertThat(after.blockingDetail()).isEqualTo("delayed until " + (T0 + 7_000));
        assertThat(after.lease()).isEmpty();
        assertThat(after.dueTimes().delayUntil()).hasValue(T0 + 7_000);
        assertThat(after.dueTimes().deadlineAt()).hasValue(T0 + 90_000);
        var attempt = after.openAttempt().orElseThrow();
        assertThat(attempt.status()).isEqualTo(AttemptStatus.SUSPENDED);
        assertThat(attempt.pausedBy()).contains("worker_delay");
        assertThat(attempt.times().suspendedAt()).hasValue(given.now());
        assertThat(events(decision)).containsExactly("lease revoked: worker_delay by backend");
    }

    @Test
    void aPastDelayHandsTheExecutionBackAtOnce() {
        var given = eligible().leasedBy("w1").after(5).pausedUntil(T0 - 1);

        assertThat(given.promoted().execution().vector().isEligible()).isTrue();
    }

    @Test
    void waitingForChildrenPausesTheAttempt() {
        var given = eligible().leasedBy("w1").after(5).member(false, false, 2, 0);

        var decision = OutcomeRules.waitChildren(given.loaded(), given.fence(), given.now());

        assertThat(after(decision).blockingDetail()).isEqualTo("waiting for child executions to complete");
        assertThat(after(decision).openAttempt().orElseThrow().pausedBy()).contains("waiting_children");
        assertThat(after(decision).lease()).isEmpty();
        assertThat(events(decision)).containsExactly("lease revoked: waiting_children by backend");
    }

    @Test
    void waitingForNothingIsOverAtOnce() {
        var given = eligible().leasedBy("w1").member(false, false, 0, 0);

        var decision = OutcomeRules.waitChildren(given.loaded(), given.fence(), given.now());

        assertThat(after(decision).vector().isEligible()).isTrue();
        assertThat(after(decision).blockingDetail()).isEmpty();
        assertThat(events(decision)).containsExactly("lease revoked: waiting_children by backend");
    }

    private static Decision<FailOutcome> fail(Given given, FailureClass failureClass) {
        return OutcomeRules.fail(given.execution(), given.fence(), given.failure("boom", failureClass), given.now());
    }
}
