package io.flowfabric.engine.rules.lease;

import static io.flowfabric.engine.rules.Given.RETRYING;
import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.arguments;
import static io.flowfabric.engine.rules.Given.created;
import static io.flowfabric.engine.rules.Given.delayedUntil;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.endedAttempt;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.ofExecution;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.Standing;
import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.execution.DueTimes;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.op.timer.ExpireOutcome;
import io.flowfabric.model.op.timer.PromoteOutcome;
import io.flowfabric.model.op.timer.TimeoutPhase;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.PublicState;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** 02 §11.1, and of §11.2 the deadline. */
class TimerRulesTest {
    private static final long DEADLINE = T0 + 90_000;

    @ParameterizedTest
    @CsvSource({"-1, NOT_YET_DUE", "0, PROMOTED", "1, PROMOTED"})
    void aDelayIsOverAtItsVeryEnd(long offset, PromoteOutcome outcome) {
        var given = delayedUntil(T0 + 5_000);

        assertThat(result(TimerRules.promoteDelayed(Optional.of(given.execution()), T0 + 5_000 + offset)))
                .isEqualTo(outcome);
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void onlyWhatIsDelayedIsPromoted(Standing standing) {
        var given = standing.given().after(10_000);

        var decision = TimerRules.promoteDelayed(Optional.of(given.execution()), given.now());

        switch (standing) {
            case DELAYED, RETRY_BACKOFF, PAUSED, RESUME_DELAY -> {
                assertThat(result(decision)).isEqualTo(PromoteOutcome.PROMOTED);
                assertThat(after(decision).vector().isEligible()).isTrue();
                assertThat(after(decision).vector().attemptState())
                        .isEqualTo(given.execution().vector().attemptState());
                assertThat(after(decision).dueTimes().delayUntil()).isEmpty();
                assertThat(after(decision).blockingDetail()).isEmpty();
                assertThat(decision.events()).isEmpty();
            }
            case WAITING,
                    RETRY_DUE,
                    INTERRUPTED,
                    WAITING_CHILDREN,
                    REPLAYED,
                    BLOCKED_BY_BUDGET,
                    BLOCKED_BY_QUOTA,
                    BLOCKED_BY_ROUTE,
                    BLOCKED_BY_OPERATOR,
                    BLOCKED_BY_LANE_STATE -> quiet(decision, PromoteOutcome.NOT_DELAYED_CLEANED);
            default -> quiet(decision, PromoteOutcome.NOT_RUNNABLE_CLEANED);
        }
    }

    @Test
    void anUnknownExecutionIsClearedAway() {
        quiet(TimerRules.promoteDelayed(Optional.empty(), T0), PromoteOutcome.NOT_FOUND_CLEANED);
    }

    static Stream<Given> everyPhaseUnderADeadline() {
        var waiting = created(arguments().deadlineAt(DEADLINE));
        var leased = waiting.leasedBy("w1");
        return Stream.of(
                waiting,
                created(arguments().deadlineAt(DEADLINE).delayUntil(DEADLINE + 1)),
                waiting.blockedFor(BlockingReason.WAITING_FOR_BUDGET),
                leased,
                leased.leaseExpired(),
                leased.revoked(),
                leased.pausedUntil(DEADLINE + 1),
                leased.waitingFor(1),
                leased.suspended(BlockingReason.WAITING_FOR_SIGNAL),
                created(arguments().deadlineAt(DEADLINE).policy(RETRYING))
                        .leasedBy("w1")
                        .failed());
    }

    @ParameterizedTest
    @MethodSource("everyPhaseUnderADeadline")
    void aDeadlineExpiresWhateverTheExecutionIsDoing(Given given) {
        var early = expire(given, DEADLINE - 1);
        var due = expire(given, DEADLINE);

        assertThat(result(early)).isEqualTo(new ExpireOutcome.NotDue());
        changesNothing(early);
        assertThat(result(due)).isEqualTo(new ExpireOutcome.Expired(Given.ID));
        var e = after(due);
        assertThat(e.publicState()).isEqualTo(PublicState.EXPIRED);
        assertThat(e.ending().failureReason()).contains("execution_deadline");
        assertThat(e.timing().completedAt()).hasValue(DEADLINE);
        assertThat(e.dueTimes()).isEqualTo(DueTimes.NONE);
        assertThat(events(due)).startsWith("completion expired");
        var open = given.execution().openAttempt();
        assertThat(ofExecution(due).get(0).endedAttempt().isPresent()).isEqualTo(open.isPresent());
        if (open.isPresent()) {
            assertThat(endedAttempt(due).status()).isEqualTo(AttemptStatus.ENDED_FAILURE);
            assertThat(endedAttempt(due).failure()).contains(AttemptFailure.of("execution_deadline"));
        }
    }

    @Test
    void aLeaseStillHeldExpiresWithTheExecutionAndOneThatEndedIsNotMentioned() {
        var leased = created(arguments().deadlineAt(DEADLINE)).leasedBy("w1");

        assertThat(events(expire(leased, DEADLINE)))
                .containsExactly("completion expired", "lease expired: expired:execution_deadline");
        assertThat(events(expire(leased.leaseExpired(), DEADLINE))).containsExactly("completion expired");
        assertThat(events(expire(leased.revoked(), DEADLINE))).containsExactly("completion expired");
        assertThat(events(expire(leased.pausedUntil(DEADLINE + 1), DEADLINE))).containsExactly("completion expired");
    }

    @Test
    void aMemberTellsItsFlowThatItExpired() {
        var flow = new FlowId(new UUID(5, 5));

        assertThat(events(expire(created(arguments().deadlineAt(DEADLINE)).inFlow(flow), DEADLINE)))
                .containsExactly("completion expired to dispatch");
    }

    @Test
    void anExpiredExecutionKeepsNoGrant() {
        var given = created(arguments().deadlineAt(DEADLINE)).granted(GrantKind.CLAIM, "w1", 60_000);

        assertThat(expire(given, DEADLINE).changes()).contains(new Change.GrantRemoved(Given.ID));
    }

    @ParameterizedTest
    @EnumSource(TimeoutPhase.class)
    void whatHasEndedOrIsUnknownIsLeftAlone(TimeoutPhase phase) {
        var ended = Standing.EXPIRED.given();

        var again = TimerRules.expire(Optional.of(ended.loaded()), phase, 0, DEADLINE);
        var unknown = TimerRules.expire(Optional.empty(), phase, 0, DEADLINE);

        assertThat(result(again)).isEqualTo(new ExpireOutcome.AlreadyTerminal());
        changesNothing(again);
        assertThat(result(unknown)).isEqualTo(new ExpireOutcome.AlreadyTerminal());
        changesNothing(unknown);
    }

    @Test
    void aReplayDoesNotArmTheOldDeadlineAgain() {
        var given = Standing.EXPIRED.given().replayed();

        assertThat(result(expire(given, DEADLINE))).isEqualTo(new ExpireOutcome.NotDue());
    }

    @Test
    void aClaimMayReplaceTheDeadline() {
        var given = created(arguments().deadlineAt(DEADLINE));

        assertThat(claimedWithDeadline(given, T0 + 10).dueTimes().deadlineAt()).hasValue(T0 + 10);
        assertThat(claimedWithDeadline(given, 0).dueTimes().deadlineAt()).hasValue(DEADLINE);
    }

    private static Execution claimedWithDeadline(Given given, long deadlineAt) {
        var by = given.by("w1");
        return given.claimed(new Acquisition(
                        by.workerId(),
                        by.workerInstanceId(),
                        by.leaseId(),
                        by.attemptId(),
                        by.leaseTtlMs(),
                        OptionalLong.empty(),
                        OptionalLong.of(deadlineAt)))
                .execution();
    }

    private static Decision<ExpireOutcome> expire(Given given, long now) {
        return TimerRules.expire(Optional.of(given.loaded()), TimeoutPhase.EXECUTION_DEADLINE, 0, now);
    }

    private static void quiet(Decision<PromoteOutcome> decision, PromoteOutcome outcome) {
        assertThat(result(decision)).isEqualTo(outcome);
        changesNothing(decision);
    }
}
