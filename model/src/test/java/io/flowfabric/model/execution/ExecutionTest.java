package io.flowfabric.model.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.attempt.AttemptPointer;
import io.flowfabric.model.error.BugException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExecutionTest {
    private static final StateVector ELIGIBLE = StateVector.of(VectorRow.ELIGIBLE, AttemptState.PENDING_FIRST_ATTEMPT);
    private static final StateVector LEASED = StateVector.of(VectorRow.LEASED, AttemptState.RUNNING_ATTEMPT);

    static List<StateVector> everyVector() {
        return StateVector.all();
    }

    @ParameterizedTest
    @MethodSource("everyVector")
    void anAttemptIsOpenAndALeaseExistsExactlyWhenTheVectorSaysSo(StateVector vector) {
        for (Optional<Attempt> attempt : List.of(Optional.of(Samples.ATTEMPT), Optional.<Attempt>empty())) {
            for (Optional<Lease> lease : List.of(Optional.of(Samples.LEASE), Optional.<Lease>empty())) {
                boolean fits = attempt.isPresent() == vector.attemptState().isOpen()
                        && lease.isPresent() == (vector.phase() == LifecyclePhase.ACTIVE);

                assertThat(catchThrowable(() -> Samples.execution(vector, attempt, lease)) == null)
                        .as("attempt %s, lease %s", attempt.isPresent(), lease.isPresent())
                        .isEqualTo(fits);
            }
        }
    }

    @Test
    void aRecordThatDoesNotFitIsABugThatNamesTheExecution() {
        var refused = catchThrowableOfType(
                BugException.class, () -> Samples.execution(LEASED, Optional.of(Samples.ATTEMPT), Optional.empty()));

        assertThat(refused.code()).isEqualTo(ErrorCode.INVARIANT_VIOLATION);
        assertThat(refused).hasMessageContainingAll("a lease exists", "{fp:0}:", "LEASED");
    }

    @Test
    void everyEditIsTheNextVersionOfTheSameExecution() {
        var before = Samples.execution(ELIGIBLE, Optional.empty(), Optional.empty());

        var after = before.edit().priority(7).touch(1_005).done();

        assertThat(after.version()).isEqualTo(before.version() + 1);
        assertThat(after.identity()).isEqualTo(before.identity());
        assertThat(after.priority()).isEqualTo(7);
        assertThat(after.timing()).isEqualTo(Timing.createdAt(1_000).mutated(1_005));
    }

    @Test
    void anAcquisitionBringsAttemptLeaseEpochAndFirstStart() {
        var after = leased(1_200);

        assertThat(after.leaseEpoch()).isEqualTo(7);
        assertThat(after.leaseHolder()).contains(Samples.holder(7));
        assertThat(after.current()).isEqualTo(AttemptPointer.to(Samples.ATTEMPT));
        assertThat(after.timing().startedAt()).hasValue(1_200);
        assertThat(after.timing().lastTransitionAt()).isEqualTo(1_200);
    }

    @Test
    void theFirstStartIsNeverMoved() {
        var again = leased(1_200)
                .edit()
                .acquired(Samples.ATTEMPT.resumed(Samples.holder(8), 2_000), Samples.LEASE, 2_000)
                .done();

        assertThat(again.leaseEpoch()).isEqualTo(8);
        assertThat(again.timing().startedAt()).hasValue(1_200);
    }

    @Test
    void aLeaseThatExpiresMovesTheMutationTimeOnly() {
        var expired = leased(1_200)
                .edit()
                .expireLease(
                        StateVector.of(VectorRow.LEASE_REVOKED, AttemptState.ATTEMPT_INTERRUPTED),
                        "lease revoked: drain",
                        Samples.LEASE.revoked(1_300, "drain"),
                        1_300)
                .done();

        assertThat(expired.timing().lastTransitionAt()).isEqualTo(1_200);
        assertThat(expired.timing().lastMutationAt()).isEqualTo(1_300);
        assertThat(expired.leaseHolder()).contains(Samples.holder(7));
    }

    @Test
    void pausedAttemptHasNoLeaseHolder() {
        var paused = leased(1_200)
                .edit()
                .transition(StateVector.of(VectorRow.DELAYED, AttemptState.ATTEMPT_INTERRUPTED), "", 1_400)
                .paused(Samples.ATTEMPT.suspended("worker_delay", 1_400))
                .done();

        assertThat(paused.leaseHolder()).isEmpty();
        assertThat(paused.openAttempt().orElseThrow().holder()).contains(Samples.holder(7));
    }

    @Test
    void theEndOfAnAttemptTakesLeaseAndTimeoutAndKeepsThePointer() {
        var ended = leased(1_200)
                .edit()
                .dueTimes(DueTimes.NONE.withDeadlineAt(OptionalLong.of(9)).withAttemptTimeoutAt(OptionalLong.of(8)))
                .transition(StateVector.of(VectorRow.SUCCESS, AttemptState.ATTEMPT_TERMINAL), "", 1_500)
                .attemptOver()
                .done();

        assertThat(ended.openAttempt()).isEmpty();
        assertThat(ended.lease()).isEmpty();
        assertThat(ended.dueTimes()).isEqualTo(DueTimes.NONE.withDeadlineAt(OptionalLong.of(9)));
        assertThat(ended.current()).isEqualTo(new AttemptPointer(OptionalInt.of(0), Optional.of(Samples.ATTEMPT.id())));
    }

    private static Execution leased(long now) {
        return Samples.execution(ELIGIBLE, Optional.empty(), Optional.empty())
                .edit()
                .transition(LEASED, "", now)
                .acquired(Samples.ATTEMPT, Samples.LEASE, now)
                .done();
    }
}
