package io.flowfabric.engine.rules.lease;

import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.refusal;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.FencedCall;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.Standing;
import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.OwnershipState;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FencingTest {
    private static final Fence STRANGER = new Fence(new LeaseId(new UUID(8, 8)), 99, new AttemptId(new UUID(9, 9)));

    @ParameterizedTest
    @EnumSource(FencedCall.class)
    void theHolderOfALiveLeaseMayWrite(FencedCall call) {
        var given = eligible().leasedBy("w1").after(Given.TTL - 1);

        assertThat(call.make(given, given.fence()).refusal()).isEmpty();
    }

    static Stream<Arguments> callsOutsideTheActivePhase() {
        return Arrays.stream(Standing.values())
                .filter(standing -> standing.given().execution().vector().phase() != LifecyclePhase.ACTIVE)
                .flatMap(standing -> Arrays.stream(FencedCall.values()).map(call -> Arguments.of(call, standing)));
    }

    @ParameterizedTest
    @MethodSource("callsOutsideTheActivePhase")
    void outsideTheActivePhaseNoCallerMayWriteAndTheRefusalSaysWhy(FencedCall call, Standing standing) {
        var given = standing.given();
        var e = given.execution();

        var decision = call.make(given, STRANGER);

        refusesQuietly(decision, ErrorCode.EXECUTION_NOT_ACTIVE);
        assertThat(refusal(decision).details())
                .containsExactly(
                        entry("terminal_outcome", e.vector().outcome().literal()),
                        entry("lease_epoch", Long.toString(e.leaseEpoch())),
                        entry("lifecycle_phase", e.vector().phase().literal()),
                        entry(
                                "attempt_id",
                                e.currentAttemptId().map(Object::toString).orElse("")));
    }

    @Test
    void aScheduledRetryLeavesNoAttemptIdInTheRefusal() {
        var given = Standing.RETRY_BACKOFF.given();

        assertThat(refusal(FencedCall.COMPLETE.make(given, STRANGER)).details())
                .containsEntry("terminal_outcome", "none")
                .containsEntry("lifecycle_phase", "runnable")
                .containsEntry("attempt_id", "");
    }

    @ParameterizedTest
    @EnumSource(FencedCall.class)
    void revocationIsToldBeforeExpiryAndBeforeStaleness(FencedCall call) {
        var given = eligible().leasedBy("w1").revoked().after(2 * Given.TTL);

        refusesQuietly(call.make(given, STRANGER), ErrorCode.LEASE_REVOKED);
        refusesQuietly(call.make(given, given.fence()), ErrorCode.LEASE_REVOKED);
    }

    @ParameterizedTest
    @EnumSource(FencedCall.class)
    void expiryIsToldBeforeStalenessAndIsKept(FencedCall call) {
        var given = eligible().leasedBy("w1").atLeaseEnd();

        for (Fence fence : new Fence[] {given.fence(), STRANGER}) {
            var decision = call.make(given, fence);

            assertThat(refusal(decision).code()).isEqualTo(ErrorCode.LEASE_EXPIRED);
            if (call.marks()) {
                assertThat(decision.changes()).hasSize(1).first().isInstanceOf(Change.LeaseExpired.class);
                assertThat(events(decision)).containsExactly("lease expired");
            } else {
                changesNothing(decision);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(FencedCall.class)
    void anExpiryThatWasNoticedIsToldWithoutBeingMarkedAgain(FencedCall call) {
        var given = Standing.LEASE_EXPIRED.given();

        refusesQuietly(call.make(given, given.fence()), ErrorCode.LEASE_EXPIRED);
        refusesQuietly(call.make(given, STRANGER), ErrorCode.LEASE_EXPIRED);
    }

    @Test
    void aMarkKeepsLeaseAttemptAndTimersForTheReclaim() {
        var given = eligible().leasedBy("w1").atLeaseEnd();
        var before = given.execution();

        var marked = after(FencedCall.COMPLETE.make(given, given.fence()));

        assertThat(marked.vector().ownership()).isEqualTo(OwnershipState.LEASE_EXPIRED_RECLAIMABLE);
        assertThat(marked.blockingDetail()).isEqualTo("lease expired, awaiting reclaim");
        assertThat(marked.lease().orElseThrow().expiredAt()).hasValue(given.now());
        assertThat(marked.leaseHolder()).isEqualTo(before.leaseHolder());
        assertThat(marked.openAttempt().orElseThrow().status()).isEqualTo(AttemptStatus.STARTED);
        assertThat(marked.dueTimes()).isEqualTo(before.dueTimes());
        assertThat(marked.timing().lastTransitionAt()).isEqualTo(before.timing().lastTransitionAt());
        assertThat(marked.timing().lastMutationAt()).isEqualTo(given.now());
    }

    static Stream<Arguments> strangers() {
        var holder = eligible().leasedBy("w1").fence();
        return Stream.of(
                        new Fence(STRANGER.leaseId(), holder.epoch(), holder.attemptId()),
                        new Fence(holder.leaseId(), holder.epoch() + 1, holder.attemptId()),
                        new Fence(holder.leaseId(), holder.epoch() - 1, holder.attemptId()),
                        new Fence(holder.leaseId(), holder.epoch(), STRANGER.attemptId()))
                .flatMap(fence -> Arrays.stream(FencedCall.values()).map(call -> Arguments.of(call, fence)));
    }

    @ParameterizedTest
    @MethodSource("strangers")
    void callerThatNamesAnotherLeaseEpochOrAttemptHoldsAStaleLease(FencedCall call, Fence fence) {
        var given = eligible().leasedBy("w1");
        boolean onlyTheAttemptDiffers = fence.leaseId().equals(given.fence().leaseId())
                && fence.epoch() == given.fence().epoch();

        var decision = call.make(given, fence);

        if (call == FencedCall.PROGRESS && onlyTheAttemptDiffers) {
            assertThat(decision.refusal()).isEmpty();
        } else {
            refusesQuietly(decision, ErrorCode.STALE_LEASE);
        }
    }

    @ParameterizedTest
    @EnumSource(FencedCall.class)
    void aZombieCannotWriteOnceItsLeaseWasReclaimed(FencedCall call) {
        var expired = eligible().leasedBy("w1").leaseExpired();
        var zombie = expired.fence();

        refusesQuietly(call.make(expired.leasedBy("w2"), zombie), ErrorCode.STALE_LEASE);
    }

    @Test
    void aStaleCallerIsToldWhoHoldsTheLeaseUnderWhichEpoch() {
        var given = eligible().leasedBy("w1");

        assertThat(refusal(FencedCall.COMPLETE.make(given, STRANGER)).explanation())
                .contains(Given.ID.toString(), "worker w1 at epoch 1", "you hold epoch 99");
    }

    @Test
    void anOverrideStillObeysPhaseRevocationAndExpiry() {
        var override = new Authority.OperatorOverride();

        assertThat(complete(Standing.LEASED.given(), override).refusal()).isEmpty();
        refusesQuietly(complete(Standing.WAITING.given(), override), ErrorCode.EXECUTION_NOT_ACTIVE);
        refusesQuietly(complete(Standing.REVOKED.given(), override), ErrorCode.LEASE_REVOKED);
        refusesQuietly(complete(Standing.LEASE_EXPIRED.given(), override), ErrorCode.LEASE_EXPIRED);
        assertThat(events(complete(Standing.LEASE_EXPIRED_UNMARKED.given(), override)))
                .containsExactly("lease expired");
    }

    private static Decision<?> complete(Given given, Authority authority) {
        return OutcomeRules.complete(given.execution(), authority, Optional.empty(), given.now());
    }
}
