package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.arguments;
import static io.flowfabric.engine.rules.Given.created;
import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.endedAttempt;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.engine.rules.lease.TimerRules;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.ExecutionEnding;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.op.timer.ExpireOutcome;
import io.flowfabric.model.op.timer.TimeoutPhase;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.ExecutionPolicyBuilder;
import io.flowfabric.model.policy.retry.ExponentialBackoff;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.PublicState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** 02 §11.2 — an attempt that takes too long, and how its time pauses with it. */
class AttemptTimeoutTest {
    private static final long LIMIT = 1_000;

    @Test
    void withoutARetryTheExecutionExpires() {
        var given = timed(limited()).leasedBy("w1");

        var early = timeout(given, T0 + LIMIT - 1, 0);
        var due = timeout(given, T0 + LIMIT, 0);

        assertThat(result(early)).isEqualTo(new ExpireOutcome.NotDue());
        changesNothing(early);
        assertThat(result(due)).isEqualTo(new ExpireOutcome.Expired(Given.ID));
        assertThat(after(due).ending()).isEqualTo(ExecutionEnding.failed("attempt_timeout"));
        assertThat(endedAttempt(due).status()).isEqualTo(AttemptStatus.ENDED_FAILURE);
        assertThat(events(due)).containsExactly("completion expired", "lease expired: expired:attempt_timeout");
    }

    @Test
    void withARetryLeftAnotherAttemptIsScheduled() {
        var given =
                timed(limited().retry(RetryPolicy.of(1, new FixedBackoff(500)))).leasedBy("w1");

        var decision = timeout(given, T0 + LIMIT, 0);

        assertThat(result(decision)).isEqualTo(new ExpireOutcome.RetryScheduled(T0 + LIMIT + 500, 1));
        assertThat(Told.state(after(decision)))
                .isEqualTo("runnable unowned not_eligible_until_time waiting_for_retry_backoff none"
                        + " pending_retry_attempt delayed");
        assertThat(after(decision).ending()).isEqualTo(ExecutionEnding.failed("attempt_timeout"));
        assertThat(after(decision).pending().retryReason()).contains("attempt_timeout");
        assertThat(after(decision).counters().retries()).isEqualTo(1);
        assertThat(endedAttempt(decision).failure())
                .contains(new AttemptFailure("attempt_timeout", Optional.of("timeout")));
        assertThat(events(decision)).containsExactly("lease expired: expired:attempt_timeout");
    }

    @Test
    void theRetryPolicyMayExcludeTimeouts() {
        var picky = new RetryPolicy(3, new FixedBackoff(500), List.of("provider_error"));
        var given = timed(limited().retry(picky)).leasedBy("w1");

        assertThat(result(timeout(given, T0 + LIMIT, 0))).isEqualTo(new ExpireOutcome.Expired(Given.ID));
    }

    @Test
    void jitterIsDrawnForTimeoutsToo() {
        var jittery = RetryPolicy.of(1, new ExponentialBackoff(1_000, 60_000, 2.0, true));
        var given = timed(limited().retry(jittery)).leasedBy("w1");

        assertThat(result(timeout(given, T0 + LIMIT, 0.25)))
                .isEqualTo(new ExpireOutcome.RetryScheduled(T0 + LIMIT + 250, 1));
    }

    @Test
    void aLeaseThatHadEndedBeforeIsNotMentionedAndItsGrantGoes() {
        var expired = timed(limited()
                        .attemptTimeout(Duration.ofMillis(2 * Given.TTL))
                        .retry(RetryPolicy.DEFAULT))
                .leasedBy("w1")
                .leaseExpired()
                .granted(GrantKind.RECLAIM, "w2", 60_000);

        var decision = timeout(expired, T0 + 2 * Given.TTL, 0);

        assertThat(result(decision)).isInstanceOf(ExpireOutcome.RetryScheduled.class);
        assertThat(decision.events()).isEmpty();
        assertThat(decision.changes()).contains(new Change.GrantRemoved(Given.ID));
    }

    static Stream<UnaryOperator<Given>> pauses() {
        return Stream.of(
                given -> given.pausedUntil(given.now()).promoted(),
                given -> given.waitingFor(0),
                given -> given.suspended(BlockingReason.WAITING_FOR_SIGNAL).resumed(0));
    }

    @ParameterizedTest
    @MethodSource("pauses")
    void theTimeoutPausesWithTheAttemptAndRunsOnWithWhatWasLeft(UnaryOperator<Given> pause) {
        var paused = pause.apply(timed(limited()).leasedBy("w1").after(400));

        assertThat(paused.execution().dueTimes().attemptTimeoutAt()).isEmpty();
        assertThat(paused.execution().dueTimes().attemptTimeLeftMs()).hasValue(600);
        assertThat(result(timeout(paused, T0 + 50_000, 0))).isEqualTo(new ExpireOutcome.NotDue());

        var resumed = paused.after(10_000).leasedBy("w2");
        assertThat(resumed.execution().dueTimes().attemptTimeoutAt()).hasValue(resumed.now() + 600);
        assertThat(resumed.execution().dueTimes().attemptTimeLeftMs()).isEmpty();
    }

    @Test
    void aResumeMayNameTheTimeThatIsLeft() {
        var paused = timed(limited()).leasedBy("w1").after(400).waitingFor(0);

        assertThat(withTimeout(paused, 77).dueTimes().attemptTimeoutAt()).hasValue(paused.now() + 77);
        assertThat(withTimeout(paused, 0).dueTimes().attemptTimeoutAt()).hasValue(paused.now() + 600);
    }

    @Test
    void aClaimMayNameItsTimeout() {
        var given = timed(limited());

        assertThat(withTimeout(given, 77).dueTimes().attemptTimeoutAt()).hasValue(T0 + 77);
        assertThat(withTimeout(given, 0).dueTimes().attemptTimeoutAt()).hasValue(T0 + LIMIT);
        assertThat(withTimeout(eligible(), 0).dueTimes().attemptTimeoutAt()).isEmpty();
    }

    @Test
    void everyNewAttemptStartsAFreshTimeout() {
        var retried = timed(limited().retry(RetryPolicy.of(2, new FixedBackoff(500))))
                .leasedBy("w1")
                .after(900)
                .failed();
        assertThat(retried.execution().dueTimes().attemptTimeoutAt()).isEmpty();
        assertThat(retried.execution().dueTimes().attemptTimeLeftMs()).isEmpty();

        var again = retried.promoted().leasedBy("w2");
        assertThat(again.execution().dueTimes().attemptTimeoutAt()).hasValue(again.now() + LIMIT);
    }

    @Test
    void anAttemptThatEndedFirstIsNotTimedOut() {
        var done = timed(limited()).leasedBy("w1").completed();

        assertThat(result(timeout(done, T0 + LIMIT, 0))).isEqualTo(new ExpireOutcome.AlreadyTerminal());
    }

    @Test
    void aWaitingRetryStillMeetsTheDeadline() {
        var policy = limited().retry(RetryPolicy.of(1, new FixedBackoff(500_000)));
        var given = created(arguments().policy(policy.build()).deadlineAt(T0 + 5_000))
                .leasedBy("w1");
        var waiting = given.then(timeout(given, T0 + LIMIT, 0));

        assertThat(waiting.expired().execution().publicState()).isEqualTo(PublicState.EXPIRED);
    }

    private static ExecutionPolicyBuilder limited() {
        return ExecutionPolicy.builder().attemptTimeout(Duration.ofMillis(LIMIT));
    }

    private static Given timed(ExecutionPolicyBuilder policy) {
        return eligible(policy.build());
    }

    private static Execution withTimeout(Given given, long timeoutMs) {
        var by = given.by("w2");
        return given.claimed(new Acquisition(
                        by.workerId(),
                        by.workerInstanceId(),
                        by.leaseId(),
                        by.attemptId(),
                        by.leaseTtlMs(),
                        OptionalLong.of(timeoutMs),
                        OptionalLong.empty()))
                .execution();
    }

    private static Decision<ExpireOutcome> timeout(Given given, long now, double draw) {
        return TimerRules.expire(Optional.of(given.loaded()), TimeoutPhase.ATTEMPT_TIMEOUT, draw, now);
    }
}
