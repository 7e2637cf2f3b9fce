package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.claim.Acquired;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.claim.ReclaimRules;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.lease.LeaseMarks;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.state.VectorRow;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** 02 §10.4 — the reclaim inside a claim. */
class AutomaticReclaimTest {

    @ParameterizedTest
    @EnumSource(
            value = Standing.class,
            names = {"LEASE_EXPIRED", "REVOKED"})
    void anExpiredLeaseIsOfferedOnceItsGraceIsOver(Standing standing) {
        var given = standing.given();

        changesNothing(claim(given.after(4_999), "w2", 5_000));
        assertThat(result(claim(given.after(5_000), "w2", 5_000)).orElseThrow().kind())
                .isEqualTo(HandleKind.RECLAIMED);
    }

    @Test
    void theGraceRunsFromTheMomentTheExpiryWasNoticed() {
        var expired = eligible().leasedBy("w1").atLeaseEnd().after(3_000);
        var noticed = expired.then(LeaseRules.markExpiredIfDue(Optional.of(expired.execution()), expired.now()));

        changesNothing(claim(noticed.after(4_999), "w2", 5_000));
        assertThat(result(claim(noticed.after(5_000), "w2", 5_000))).isPresent();
    }

    @Test
    void anEndlessGraceNeverEnds() {
        changesNothing(claim(Standing.LEASE_EXPIRED.given().after(1_000_000), "w2", Long.MAX_VALUE));
    }

    @Test
    void aReclaimCountsAndSaysOnlyThatItHappened() {
        var decision = claim(Standing.LEASE_EXPIRED.given(), "w2", 0);

        assertThat(after(decision).leaseEpoch()).isEqualTo(2);
        assertThat(after(decision).counters().reclaims()).isEqualTo(1);
        assertThat(events(decision)).containsExactly("lease reclaimed: lease_expired");
    }

    @Test
    void aReclaimGrantInOtherHandsWithholdsIt() {
        var given = Standing.LEASE_EXPIRED.given().granted(GrantKind.RECLAIM, "w3", 100);

        changesNothing(claim(given.after(99), "w2", 0));
        assertThat(result(claim(given.after(100), "w2", 0))).isPresent();
        assertThat(result(claim(given, "w3", 0))).isPresent();
    }

    @Test
    void atTheCapTheExecutionFailsAndIsPassedOver() {
        var given = eligible(ExecutionPolicy.builder().maxReclaims(0).build())
                .leasedBy("w1")
                .leaseExpired();

        var decision = claim(given, "w2", 0);

        assertThat(result(decision)).isEmpty();
        assertThat(after(decision).vector().row()).isEqualTo(VectorRow.FAILED);
        assertThat(events(decision)).containsExactly("completion failed");
    }

    @Test
    void aTimerEndsWhatReachedTheCapOnceTheGraceIsOver() {
        var given = eligible(ExecutionPolicy.builder().maxReclaims(0).build())
                .leasedBy("w1")
                .leaseExpired();

        changesNothing(endIfCapReached(given.after(4_999), 5_000));
        var decision = endIfCapReached(given.after(5_000), 5_000);

        assertThat(after(decision).vector().row()).isEqualTo(VectorRow.FAILED);
        assertThat(events(decision)).containsExactly("completion failed");
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void aTimerLeavesWhatIsBelowTheCapAlone(Standing standing) {
        changesNothing(endIfCapReached(standing.given(), 0));
    }

    @Test
    void aTimerFindsNothingToEndInWhatIsGone() {
        changesNothing(ReclaimRules.endIfCapReached(Optional.empty(), 0, 0));
    }

    @Test
    void anExpiredLeaseThatIsNotMarkedIsLeftToItsTimer() {
        changesNothing(claim(Standing.LEASE_EXPIRED_UNMARKED.given(), "w2", 0));
    }

    @Test
    void aTimerIsAnsweredAlikeWhetherItEndedSomethingOrNot() {
        var expired = eligible(ExecutionPolicy.builder().maxReclaims(0).build())
                .leasedBy("w1")
                .leaseExpired();

        assertThat(result(endIfCapReached(expired, 0))).isEqualTo(Ok.OK);
        assertThat(result(endIfCapReached(Standing.LEASE_EXPIRED.given(), 0))).isEqualTo(Ok.OK);
    }

    @ParameterizedTest
    @CsvSource({
        "99, false, -1, false",
        "100, false, -1, true",
        "101, false, -1, true",
        "100, true, -1, false",
        "3, false, 4, false",
        "4, false, 4, true",
        "4, true, 4, false",
        "100, false, 101, false",
    })
    void anExecutionIsAtItsCapWhenACountedLossReachesIt(int reclaims, boolean unstarted, long cap, boolean atCap) {
        var policy = cap < 0
                ? eligible().loaded().policy()
                : ExecutionPolicy.builder().maxReclaims(cap).build();

        assertThat(ReclaimRules.isAtCap(reclaims, new LeaseMarks(unstarted, false), policy))
                .isEqualTo(atCap);
    }

    private static Decision<Ok> endIfCapReached(Given given, long graceMs) {
        return ReclaimRules.endIfCapReached(Optional.of(given.loaded()), graceMs, given.now());
    }

    private static Decision<Optional<Acquired>> claim(Given given, String worker, long graceMs) {
        return ClaimRules.claim(given.loaded(), CapabilitySet.EMPTY, given.by(worker), graceMs, given.now());
    }
}
