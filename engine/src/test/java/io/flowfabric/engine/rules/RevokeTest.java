package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.operator.RevokeOutcome;
import io.flowfabric.model.state.AttemptStatus;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RevokeTest {
    private static final LeaseId OTHER_LEASE = new LeaseId(new UUID(8, 8));

    @Test
    void aRevokedLeaseStaysForAuditUntilItIsReclaimed() {
        var given = eligible().leasedBy("w1").after(5);
        var before = given.execution();

        var decision = revoke(given, Optional.empty(), Optional.empty(), "drain");

        assertThat(result(decision))
                .isEqualTo(new RevokeOutcome.Revoked(given.fence().leaseId(), 1));
        assertThat(decision.changes()).hasSize(1).first().isInstanceOf(Change.LeaseExpired.class);
        var after = after(decision);
        assertThat(after.blockingDetail()).isEqualTo("lease revoked: drain");
        assertThat(after.leaseHolder()).isEqualTo(before.leaseHolder());
        assertThat(after.leaseEpoch()).isEqualTo(before.leaseEpoch());
        assertThat(after.lease().orElseThrow().revokedAt()).hasValue(given.now());
        assertThat(after.lease().orElseThrow().revokeReason()).contains("drain");
        assertThat(after.openAttempt().orElseThrow().status()).isEqualTo(AttemptStatus.STARTED);
        assertThat(after.timing().lastTransitionAt()).isEqualTo(before.timing().lastTransitionAt());
        assertThat(events(decision)).containsExactly("lease revoked: drain by operator");
    }

    @Test
    void aRevocationWithoutReasonIsTheOperators() {
        var decision = revoke(eligible().leasedBy("w1"), Optional.empty(), Optional.empty(), "");

        assertThat(after(decision).blockingDetail()).isEqualTo("lease revoked: operator");
        assertThat(events(decision)).containsExactly("lease revoked: operator by operator");
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void onlyALeaseThatIsHeldCanBeTakenAway(Standing standing) {
        var decision = revoke(standing.given(), Optional.empty(), Optional.empty(), "drain");

        switch (standing) {
            case LEASED, LEASE_EXPIRED_UNMARKED ->
                assertThat(result(decision)).isInstanceOf(RevokeOutcome.Revoked.class);
            case LEASE_EXPIRED -> satisfied(decision, "already_expired");
            case REVOKED -> satisfied(decision, "already_revoked");
            default -> satisfied(decision, "no_active_lease");
        }
    }

    @Test
    void theLeaseOfAnotherProcessIsLeftAloneEvenUnderAnotherLeaseId() {
        var given = eligible().leasedBy("w1");
        var elsewhere = Optional.of(new WorkerInstanceId("w2-a"));

        satisfied(revoke(given, elsewhere, Optional.empty(), "drain"), "different_worker_instance_id");
        satisfied(revoke(given, elsewhere, Optional.of(OTHER_LEASE), "drain"), "different_worker_instance_id");
    }

    @Test
    void anotherLeaseThanTheExpectedOneIsLeftAlone() {
        refusesQuietly(
                revoke(eligible().leasedBy("w1"), Optional.empty(), Optional.of(OTHER_LEASE), "drain"),
                ErrorCode.STALE_LEASE);
    }

    @Test
    void theExpectedLeaseOfTheExpectedProcessIsTakenAway() {
        var given = eligible().leasedBy("w1");
        var holder = given.execution().leaseHolder().orElseThrow();

        var decision = revoke(given, Optional.of(holder.workerInstanceId()), Optional.of(holder.leaseId()), "drain");

        assertThat(result(decision)).isInstanceOf(RevokeOutcome.Revoked.class);
    }

    private static Decision<RevokeOutcome> revoke(
            Given given, Optional<WorkerInstanceId> onlyFrom, Optional<LeaseId> expected, String reason) {
        return LeaseRules.revoke(given.execution(), onlyFrom, expected, reason, given.now());
    }

    private static void satisfied(Decision<RevokeOutcome> decision, String reason) {
        assertThat(result(decision)).isEqualTo(new RevokeOutcome.AlreadySatisfied(reason));
        changesNothing(decision);
    }
}
