package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Given.request;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.endedAttempt;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.ofExecution;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.claim.GrantRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.op.grant.GrantOutcome;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.VectorRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 02 §10.2 — permission to reclaim. */
class ReclaimGrantTest {

    @ParameterizedTest
    @EnumSource(Standing.class)
    void onlyAnExpiredLeaseCanBeReclaimed(Standing standing) {
        var given = standing.given();

        var decision = issue(given, CapabilitySet.EMPTY);

        switch (standing) {
            case LEASE_EXPIRED, REVOKED -> {
                assertThat(result(decision))
                        .isInstanceOfSatisfying(
                                GrantOutcome.Granted.class,
                                granted -> assertThat(granted.expiresAtMs()).isEqualTo(given.now() + 100));
                assertThat(decision.changes())
                        .singleElement()
                        .isInstanceOfSatisfying(
                                Change.GrantIssued.class,
                                issued -> assertThat(issued.grant().kind()).isEqualTo(GrantKind.RECLAIM));
                assertThat(decision.events()).isEmpty();
            }
            case LEASE_EXPIRED_UNMARKED -> {
                assertThat(result(decision)).isInstanceOf(GrantOutcome.Granted.class);
                assertThat(after(decision).vector().row()).isEqualTo(VectorRow.LEASE_EXPIRED);
                assertThat(events(decision)).containsExactly("lease expired");
            }
            default -> {
                assertThat(result(decision)).isEqualTo(new GrantOutcome.NotReclaimable(Given.ID, observed(given)));
                changesNothing(decision);
            }
        }
    }

    @Test
    void aLiveGrantExcludesAnother() {
        refusesQuietly(
                issue(Standing.LEASE_EXPIRED.given().granted(GrantKind.RECLAIM, "w3", 100), CapabilitySet.EMPTY),
                ErrorCode.GRANT_ALREADY_EXISTS);
    }

    @Test
    void aReclaimGrantHasExpiredAtItsLastMoment() {
        var given = Standing.LEASE_EXPIRED
                .given()
                .granted(GrantKind.RECLAIM, "w3", 100)
                .after(100);

        assertThat(result(issue(given, CapabilitySet.EMPTY))).isInstanceOf(GrantOutcome.Granted.class);
    }

    @Test
    void missingCapabilitiesAreAnOutcomeAndTheMismatchIsKept() {
        var given = eligible(ExecutionPolicy.builder().requires("gpu", "avx").build())
                .leasedBy("w1")
                .leaseExpired();

        var decision = issue(given, CapabilitySet.EMPTY);

        assertThat(result(decision))
                .isEqualTo(new GrantOutcome.NotReclaimable(Given.ID, "capability_mismatch: avx,gpu"));
        assertThat(after(decision).lastCapabilityMismatchAt()).hasValue(given.now());
        assertThat(after(decision).vector().row()).isEqualTo(VectorRow.LEASE_EXPIRED);
    }

    @Test
    void atTheCapTheExecutionFailsInsteadAndTheCountIsTold() {
        var given = eligible(ExecutionPolicy.builder().maxReclaims(0).build())
                .leasedBy("w1")
                .leaseExpired();

        var decision = issue(given, CapabilitySet.EMPTY);

        assertThat(result(decision)).isEqualTo(new GrantOutcome.ReclaimCapExceeded(Given.ID, 0));
        assertThat(after(decision).vector().row()).isEqualTo(VectorRow.FAILED);
        assertThat(endedAttempt(decision).status()).isEqualTo(AttemptStatus.INTERRUPTED_RECLAIMED);
        assertThat(events(decision)).containsExactly("completion failed");
    }

    @Test
    void atTheCapAnUnmarkedExpiryIsMarkedFirst() {
        var given = eligible(ExecutionPolicy.builder().maxReclaims(0).build())
                .leasedBy("w1")
                .atLeaseEnd();

        var decision = issue(given, CapabilitySet.EMPTY);

        var changes = ofExecution(decision);
        assertThat(changes).hasSize(2);
        assertThat(changes.get(1).before()).isEqualTo(changes.get(0).after());
        assertThat(events(decision)).containsExactly("lease expired", "completion failed");
    }

    @Test
    void theCapIsToldBeforeALiveGrantWhichIsThenRemoved() {
        var given = eligible(ExecutionPolicy.builder().maxReclaims(0).build())
                .leasedBy("w1")
                .leaseExpired()
                .granted(GrantKind.RECLAIM, "w3", 100);

        var decision = issue(given, CapabilitySet.EMPTY);

        assertThat(result(decision)).isInstanceOf(GrantOutcome.ReclaimCapExceeded.class);
        assertThat(decision.changes()).contains(new Change.GrantRemoved(Given.ID));
    }

    @Test
    void aMemberThatIsOwedACancelIsNotReclaimable() {
        var decision = issue(Standing.LEASE_EXPIRED.given().owedCancel(), CapabilitySet.EMPTY);

        assertThat(result(decision)).isInstanceOf(GrantOutcome.NotReclaimable.class);
        changesNothing(decision);
    }

    private static String observed(Given given) {
        var vector = given.execution().vector();
        return "lifecycle_phase=%s ownership_state=%s"
                .formatted(vector.phase().literal(), vector.ownership().literal());
    }

    private static Decision<GrantOutcome> issue(Given given, CapabilitySet worker) {
        return GrantRules.issueReclaimGrant(given.loaded(), request("w2", worker, 100), given.now());
    }
}
