package io.flowfabric.engine.rules.lease;

import static io.flowfabric.engine.rules.Given.RETRYING;
import static io.flowfabric.engine.rules.Given.arguments;
import static io.flowfabric.engine.rules.Given.created;
import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.endedAttempt;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.ofExecution;
import static io.flowfabric.engine.rules.Told.refusal;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.Standing;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.execution.DueTimes;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.PublicState;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** 02 §9.1 — cancelling from outside. */
class CancelRulesTest {
    private static final FlowId FLOW = new FlowId(new UUID(5, 5));

    @ParameterizedTest
    @EnumSource(Standing.class)
    void anOperatorCancelsFromEveryPhaseExactlyOnce(Standing standing) {
        var given = standing.given();
        var before = given.execution();

        var decision = cancel(given, CancelSource.OPERATOR_OVERRIDE);

        switch (standing) {
            case CANCELLED, CANCELLED_UNRUN -> {
                assertThat(result(decision)).isEqualTo(new EndedOutcome.Cancelled(Given.ID, PublicState.CANCELLED));
                changesNothing(decision);
            }
            case SUCCEEDED, FAILED, EXPIRED, SKIPPED -> {
                refusesQuietly(decision, ErrorCode.EXECUTION_NOT_ACTIVE);
                assertThat(refusal(decision).details())
                        .containsEntry(
                                "terminal_outcome", before.vector().outcome().literal());
            }
            default -> {
                assertThat(result(decision)).isEqualTo(new EndedOutcome.Cancelled(Given.ID, PublicState.CANCELLED));
                assertThat(after(decision).publicState()).isEqualTo(PublicState.CANCELLED);
                assertThat(events(decision)).startsWith("completion cancelled");
            }
        }
    }

    @Test
    void aCancelLeavesNothingRunningAndSaysWhoAndWhy() {
        var given = created(arguments().deadlineAt(Given.T0 + 90_000))
                .leasedBy("w1")
                .after(5);

        var decision = cancel(given, CancelSource.OPERATOR_OVERRIDE);

        var e = after(decision);
        assertThat(e.ending().cancellationReason()).contains("no longer needed");
        assertThat(e.ending().cancelledBy()).contains("operator_override");
        assertThat(e.timing().completedAt()).hasValue(given.now());
        assertThat(e.lease()).isEmpty();
        assertThat(e.dueTimes()).isEqualTo(DueTimes.NONE);
        assertThat(e.leaseEpoch()).isEqualTo(1);
        assertThat(e.current()).isEqualTo(given.execution().current());
        assertThat(endedAttempt(decision).status()).isEqualTo(AttemptStatus.ENDED_CANCELLED);
        assertThat(endedAttempt(decision).failure()).contains(AttemptFailure.of("cancelled: no longer needed"));
        assertThat(events(decision)).containsExactly("completion cancelled", "lease revoked: cancelled by operator");
    }

    @ParameterizedTest
    @EnumSource(
            value = Standing.class,
            names = {"PAUSED", "INTERRUPTED", "WAITING_CHILDREN", "SUSPENDED", "RESUME_DELAY"})
    void aPausedAttemptIsEndedWithTheExecutionAndNoLeaseIsMentioned(Standing standing) {
        var decision = cancel(standing.given(), CancelSource.OPERATOR_OVERRIDE);

        assertThat(endedAttempt(decision).status()).isEqualTo(AttemptStatus.ENDED_CANCELLED);
        assertThat(events(decision)).containsExactly("completion cancelled");
    }

    @ParameterizedTest
    @EnumSource(
            value = Standing.class,
            names = {"LEASE_EXPIRED", "REVOKED"})
    void nothingIsSaidAboutALeaseThatHadEndedBefore(Standing standing) {
        assertThat(events(cancel(standing.given(), CancelSource.OPERATOR_OVERRIDE)))
                .containsExactly("completion cancelled");
    }

    @Test
    void anExecutionThatNeverRanHasNoAttemptToEnd() {
        var decision = cancel(eligible(), CancelSource.OPERATOR_OVERRIDE);

        assertThat(ofExecution(decision).get(0).endedAttempt()).isEmpty();
    }

    @Test
    void aCancelRemovesTheGrant() {
        assertThat(cancel(eligible().granted(GrantKind.CLAIM, "w1", 100), CancelSource.OPERATOR_OVERRIDE)
                        .changes())
                .contains(new Change.GrantRemoved(Given.ID));
    }

    @ParameterizedTest
    @CsvSource({"operator_override, operator", "flow_cascade, reconciler", "system_timeout, reconciler"})
    void theSourcesAboveTheHolderNeedNoLeaseWhateverItsState(String source, String revokedBy) {
        var cascade = CancelSource.of(source);

        assertThat(events(cancel(Standing.LEASED.given(), cascade)))
                .containsExactly("completion cancelled", "lease revoked: cancelled by " + revokedBy);
        assertThat(cancel(Standing.LEASE_EXPIRED.given(), cascade).refusal()).isEmpty();
        assertThat(cancel(Standing.REVOKED.given(), cascade).refusal()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease_holder", "worker", "foo"})
    void everybodyElseProvesThatHeHoldsTheLeaseOfAnActiveExecution(String literal) {
        var given = Standing.LEASED.given();
        var source = CancelSource.of(literal);
        var lease = Optional.of(given.fence().leaseId());

        for (var partial : new Decision<?>[] {
            cancel(given, source),
            cancel(given, source, lease, OptionalLong.empty()),
            cancel(given, source, Optional.empty(), OptionalLong.of(1))
        }) {
            refusesQuietly(partial, ErrorCode.INVALID_INPUT);
            assertThat(refusal(partial).detail()).isEqualTo("fence_required");
        }
        refusesQuietly(cancel(given, source, lease, OptionalLong.of(2)), ErrorCode.STALE_LEASE);
        refusesQuietly(
                cancel(given, source, Optional.of(new LeaseId(new UUID(8, 8))), OptionalLong.of(1)),
                ErrorCode.STALE_LEASE);
        var decision = cancel(given, source, lease, OptionalLong.of(1));
        assertThat(after(decision).ending().cancelledBy()).contains(literal);
        assertThat(events(decision)).containsExactly("completion cancelled", "lease revoked: cancelled by backend");
    }

    @Test
    void revocationIsToldBeforeStaleness() {
        refusesQuietly(
                cancel(
                        Standing.REVOKED.given(),
                        CancelSource.LEASE_HOLDER,
                        Optional.of(new LeaseId(new UUID(8, 8))),
                        OptionalLong.of(7)),
                ErrorCode.LEASE_REVOKED);
    }

    @Test
    void aHolderWhoseLeaseHasExpiredMayStillCancel() {
        var given = Standing.LEASE_EXPIRED.given();

        assertThat(cancel(
                                given,
                                CancelSource.LEASE_HOLDER,
                                Optional.of(given.fence().leaseId()),
                                OptionalLong.of(1))
                        .refusal())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Standing.class,
            names = {"WAITING", "DELAYED", "PAUSED", "BLOCKED_BY_BUDGET", "SUSPENDED"})
    void outsideTheActivePhaseNoLeaseIsNeeded(Standing standing) {
        assertThat(cancel(standing.given(), CancelSource.of("foo")).refusal()).isEmpty();
    }

    @Test
    void aCascadeHasToldTheDependantsAlreadyAndOthersHaveNot() {
        assertThat(events(cancel(eligible().inFlow(FLOW), CancelSource.FLOW_CASCADE)))
                .containsExactly("completion cancelled");
        assertThat(events(cancel(eligible().inFlow(FLOW), CancelSource.OPERATOR_OVERRIDE)))
                .containsExactly("completion cancelled to dispatch");
    }

    @Test
    void theFailureThatLedToARetryIsKept() {
        var decision = cancel(eligible(RETRYING).leasedBy("w1").failed(), CancelSource.OPERATOR_OVERRIDE);

        assertThat(after(decision).ending().failureReason()).contains("boom");
    }

    @Test
    void reasonsAreCut() {
        var given = eligible().leasedBy("w1");

        var decision = CancelRules.cancelExecution(
                given.loaded(),
                "x".repeat(5_000),
                CancelSource.OPERATOR_OVERRIDE,
                Optional.empty(),
                OptionalLong.empty(),
                given.now());

        assertThat(after(decision).ending().cancellationReason().orElseThrow()).hasSize(4_096);
        assertThat(endedAttempt(decision).failure().orElseThrow().reason()).hasSize(4_096);
    }

    @Test
    void anExecutionThatNeverRanKeepsTheAttemptStateItWaitedIn() {
        assertThat(eligible().cancelled().execution().vector().attemptState())
                .isEqualTo(AttemptState.PENDING_FIRST_ATTEMPT);
    }

    private static Decision<EndedOutcome> cancel(Given given, CancelSource source) {
        return cancel(given, source, Optional.empty(), OptionalLong.empty());
    }

    private static Decision<EndedOutcome> cancel(
            Given given, CancelSource source, Optional<LeaseId> lease, OptionalLong epoch) {
        return CancelRules.cancelExecution(given.loaded(), "no longer needed", source, lease, epoch, given.now());
    }
}
