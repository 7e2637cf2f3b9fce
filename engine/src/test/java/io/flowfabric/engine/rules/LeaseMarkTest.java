package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.claim.Acquired;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.claim.ReclaimRules;
import io.flowfabric.engine.rules.lease.Authority;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.engine.rules.lease.OutcomeRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.lease.LeaseMarks;
import io.flowfabric.model.policy.ExecutionPolicy;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What follows from what the holder of a lease has said about itself. */
class LeaseMarkTest {
    private static final LeaseMarks UNSTARTED = new LeaseMarks(true, false);
    private static final LeaseMarks ACKNOWLEDGING = new LeaseMarks(false, true);
    private static final ExecutionPolicy NO_RECLAIM =
            ExecutionPolicy.builder().maxReclaims(0).build();

    @Test
    void theLossOfWhatWasNotStartedIsNotCounted() {
        var lost = held(NO_RECLAIM, UNSTARTED).leaseExpired();

        changesNothing(ReclaimRules.endIfCapReached(Optional.of(lost.loaded()), 0, lost.now()));
        var decision = claim(lost);

        assertThat(after(decision).counters().reclaims()).isZero();
        assertThat(after(decision).counters().attempts()).isEqualTo(2);
        assertThat(after(decision).lease().orElseThrow().marks()).isEqualTo(LeaseMarks.NONE);
        assertThat(events(decision)).containsExactly("lease reclaimed: lease_expired");
    }

    @Test
    void aRenewalKeepsTheMarksUnlessItSaysThatTheWorkHasBegun() {
        var given = held(NO_RECLAIM, new LeaseMarks(true, true));

        var silent = LeaseRules.renew(given.execution(), given.fence(), 0, Given.TTL, given.now());
        var telling = LeaseRules.renew(
                given.execution(), given.fence(), 0, new LeaseRules.Renewal(Given.TTL, true), given.now());

        assertThat(after(silent).lease().orElseThrow().marks()).isEqualTo(new LeaseMarks(true, true));
        assertThat(after(telling).lease().orElseThrow().marks()).isEqualTo(ACKNOWLEDGING);
        assertThat(result(claim(given.then(telling).leaseExpired())))
                .as("at its cap")
                .isEmpty();
    }

    @Test
    void aRevokeOfAnAcknowledgingHolderTakesEffectWhenItGivesTheLeaseUp() {
        var revoked = held(ExecutionPolicy.NONE, ACKNOWLEDGING).revoked();
        changesNothing(claim(revoked));

        var late = OutcomeRules.delay(revoked.execution(), revoked.fence(), 0, revoked.now());

        assertThat(late.refusal().orElseThrow().code()).isEqualTo(ErrorCode.LEASE_REVOKED);
        assertThat(late.events()).isEmpty();
        assertThat(result(claim(revoked.then(late)))).isPresent();
    }

    @Test
    void aRenewalOrAStrangerAcknowledgesNothing() {
        var stranger = eligible().leasedBy("w1").fence();
        var revoked = held(ExecutionPolicy.NONE, ACKNOWLEDGING).revoked();
        var wrong = new Authority.Fence(stranger.leaseId(), 7, stranger.attemptId());

        refusesQuietly(
                LeaseRules.renew(revoked.execution(), revoked.fence(), 0, Given.TTL, revoked.now()),
                ErrorCode.LEASE_REVOKED);
        refusesQuietly(OutcomeRules.delay(revoked.execution(), wrong, 0, revoked.now()), ErrorCode.LEASE_REVOKED);
        refusesQuietly(
                OutcomeRules.complete(
                        revoked.execution(), new Authority.OperatorOverride(), Optional.empty(), revoked.now()),
                ErrorCode.LEASE_REVOKED);
    }

    @Test
    void aHolderThatIsSilentIsWaitedForUntilItsLeaseWouldHaveEnded() {
        var revoked = held(ExecutionPolicy.NONE, ACKNOWLEDGING).revoked();

        changesNothing(claim(revoked.after(Given.TTL - 1)));
        assertThat(result(claim(revoked.after(Given.TTL)))).isPresent();
        refusesQuietly(
                OutcomeRules.delay(
                        revoked.execution(),
                        revoked.fence(),
                        0,
                        revoked.after(Given.TTL).now()),
                ErrorCode.LEASE_REVOKED);
    }

    @Test
    void theGraceFollowsTheAcknowledgement() {
        var revoked = held(ExecutionPolicy.NONE, ACKNOWLEDGING).revoked().after(100);
        var free = revoked.then(OutcomeRules.delay(revoked.execution(), revoked.fence(), 0, revoked.now()));

        changesNothing(ClaimRules.claim(
                free.loaded(),
                CapabilitySet.EMPTY,
                free.by("w2"),
                50,
                free.after(49).now()));
        assertThat(result(ClaimRules.claim(
                        free.loaded(),
                        CapabilitySet.EMPTY,
                        free.by("w2"),
                        50,
                        free.after(50).now())))
                .isPresent();
    }

    private static Given held(ExecutionPolicy policy, LeaseMarks marks) {
        var given = eligible(policy);
        return given.claimed(given.by("w1").marked(marks));
    }

    private static Decision<Optional<Acquired>> claim(Given given) {
        return ClaimRules.claim(given.loaded(), CapabilitySet.EMPTY, given.by("w2"), 0, given.now());
    }
}
