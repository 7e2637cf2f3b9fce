package io.flowfabric.store.testkit.contract.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.grant.GrantOutcome;
import io.flowfabric.model.op.grant.GrantOutcome.Granted;
import io.flowfabric.model.op.grant.ReclaimExecution;
import io.flowfabric.model.op.grant.ReclaimOutcome;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import io.flowfabric.store.testkit.fixture.SampleRequests;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 02 §10.2 and §10.3 on a store: taking over from a lost worker by grant. */
@Covers({"issue_reclaim_grant", "reclaim_execution"})
public abstract class ReclaimContract extends ContractSuite {

    @Test
    public void lostExecutionIsReclaimedAsANewAttempt() {
        var id = create();
        var old = lost(id, "w1");
        assertThat(grant(id, "w2"))
                .isInstanceOfSatisfying(
                        Granted.class,
                        granted -> assertThat(granted.expiresAtMs())
                                .isEqualTo(START + TTL_MS + SampleRequests.GRANT_TTL_MS));
        var leaseId = LeaseId.mint();
        var attemptId = AttemptId.mint();

        var claim = claimed(
                SampleRequests.reclaim(id, "w2", Optional.of(leaseId), Optional.of(attemptId), OptionalInt.empty()));

        assertThat(claim.handle().kind()).isEqualTo(HandleKind.RECLAIMED);
        assertThat(claim.attemptType()).contains(AttemptType.RECLAIM);
        assertThat(claim.attemptIndex()).isEqualTo(1);
        assertThat(claim.leaseEpoch()).isEqualTo(2);
        assertThat(claim.leaseId()).isEqualTo(leaseId);
        assertThat(claim.attemptId()).isEqualTo(attemptId);
        var e = describe(id);
        assertThat(e.counters().reclaims()).isEqualTo(1);
        assertThat(e.counters().attempts()).isEqualTo(2);
        assertThat(e.leaseHolder().orElseThrow().workerId()).isEqualTo(SampleRequests.worker("w2"));
        var ended = attempts(id).get(0);
        assertThat(ended.status()).isEqualTo(AttemptStatus.INTERRUPTED_RECLAIMED);
        assertThat(ended.failure().orElseThrow().reason()).isEqualTo("lease_expired");
        assertThat(attempts(id).get(1).lineage().previousIndex()).hasValue(0);
        assertThat(types()).containsExactly("acquired", "expired", "reclaimed");
        refused(ErrorCode.STALE_LEASE, Catalogue.RENEW, new RenewRequest(old.handle()));
        refused(ErrorCode.STALE_LEASE, Catalogue.COMPLETE, new CompleteRequest(old.handle(), Optional.empty()));
        complete(claim);
    }

    @Test
    public void repeatUnderTheSameLeaseAnswersTheSameClaim() {
        var id = create();
        lost(id, "w1");
        grant(id, "w2");
        var leaseId = Optional.of(LeaseId.mint());
        var first = claimed(SampleRequests.reclaim(id, "w2", leaseId, Optional.empty(), OptionalInt.empty()));

        assertThat(claimed(SampleRequests.reclaim(id, "w2", leaseId, Optional.empty(), OptionalInt.empty())))
                .isEqualTo(first);
        assertThat(describe(id).counters().reclaims()).isEqualTo(1);
        assertThat(types()).containsExactly("acquired", "expired", "reclaimed");
    }

    @Test
    public void liveLeaseIsNotReclaimableAndAnExpiredOneIsMarkedOnTheWay() {
        var id = create();
        claimOne("w1");
        assertThat(grant(id, "w2"))
                .isEqualTo(new GrantOutcome.NotReclaimable(id, "lifecycle_phase=active ownership_state=leased"));
        advance(TTL_MS);

        assertThat(grant(id, "w2")).isInstanceOf(Granted.class);
        assertThat(types()).containsExactly("acquired", "expired");
    }

    @Test
    public void revokedLeaseIsReclaimable() {
        var id = create();
        claimOne("w1");
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(id, "stuck"));
        assertThat(grant(id, "w2")).isInstanceOf(Granted.class);

        claimed(SampleRequests.reclaim(id, "w2"));

        assertThat(attempts(id).get(0).failure().orElseThrow().reason()).isEqualTo("lease_revoked");
        assertThat(types()).containsExactly("acquired", "revoked", "reclaimed");
    }

    @Test
    public void whatIsNotActiveIsNotReclaimable() {
        var waiting = create();
        assertThat(grant(waiting, "w1"))
                .isEqualTo(
                        new GrantOutcome.NotReclaimable(waiting, "lifecycle_phase=runnable ownership_state=unowned"));
        assertThat(reclaim(SampleRequests.reclaim(waiting, "w1"))).isInstanceOf(ReclaimOutcome.NotReclaimable.class);
        refused(
                ErrorCode.EXECUTION_NOT_FOUND,
                Catalogue.ISSUE_RECLAIM_GRANT,
                SampleRequests.reclaimGrant(unknown(), "w1"));
        refused(ErrorCode.EXECUTION_NOT_FOUND, Catalogue.RECLAIM_EXECUTION, SampleRequests.reclaim(unknown(), "w1"));
    }

    @Test
    public void workerWithoutTheCapabilitiesIsTurnedAway() {
        var id = create(execution().policyJson(requiring("gpu", "cuda")));
        engine.call(Catalogue.ISSUE_GRANT_AND_CLAIM, SampleRequests.operatorClaim(id));
        advance(TTL_MS);

        assertThat(grant(id, "w2")).isEqualTo(new GrantOutcome.NotReclaimable(id, "capability_mismatch: cuda,gpu"));
        assertThat(describe(id).lastCapabilityMismatchAt()).hasValue(START + TTL_MS);
        assertThat(engine.call(Catalogue.ISSUE_RECLAIM_GRANT, SampleRequests.reclaimGrant(id, "w3", "cuda", "gpu")))
                .isInstanceOf(Granted.class);
    }

    @Test
    public void reclaimNeedsItsOwnLiveGrant() {
        var id = create();
        lost(id, "w1");
        assertThat(reclaim(SampleRequests.reclaim(id, "w2"))).isEqualTo(new ReclaimOutcome.GrantNotFound(id));
        grant(id, "w2");

        refused(ErrorCode.INVALID_INPUT, Catalogue.RECLAIM_EXECUTION, SampleRequests.reclaim(id, "w3"));
        refused(ErrorCode.GRANT_ALREADY_EXISTS, Catalogue.ISSUE_RECLAIM_GRANT, SampleRequests.reclaimGrant(id, "w3"));
        advance(SampleRequests.GRANT_TTL_MS);
        assertThat(reclaim(SampleRequests.reclaim(id, "w2"))).isEqualTo(new ReclaimOutcome.GrantNotFound(id));
        assertThat(grant(id, "w3")).isInstanceOf(Granted.class);
    }

    @Test
    public void anyProcessOfTheWorkerMayReclaim() {
        var id = create();
        lost(id, "w1");
        grant(id, "w2");

        var claim = claimed(new ReclaimExecution(
                id,
                LANE,
                SampleRequests.worker("w2"),
                new WorkerInstanceId("w2-restarted"),
                TTL_MS,
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty()));

        assertThat(claim.leaseEpoch()).isEqualTo(2);
    }

    @Test
    public void cancelledExecutionStaysCancelled() {
        var id = create();
        lost(id, "w1");
        grant(id, "w2");
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no"));

        assertThat(reclaim(SampleRequests.reclaim(id, "w2"))).isInstanceOf(ReclaimOutcome.NotReclaimable.class);
        assertThat(describe(id).publicState()).isEqualTo(PublicState.CANCELLED);
        assertThat(types()).containsExactly("acquired", "expired", "cancelled");
    }

    @Test
    public void capOfThePolicyEndsTheExecutionAndReportsTheCount() {
        var id = create(execution().policyJson("{\"max_reclaim_count\":1}"));
        lost(id, "w1");
        grant(id, "w2");
        assertThat(reclaim(SampleRequests.reclaim(id, "w2", OptionalInt.of(0))))
                .as("the policy wins over the call")
                .isInstanceOf(ReclaimOutcome.Claimed.class);
        advance(TTL_MS);

        assertThat(grant(id, "w3")).isEqualTo(new GrantOutcome.ReclaimCapExceeded(id, 1));

        var e = describe(id);
        assertThat(e.publicState()).isEqualTo(PublicState.FAILED);
        assertThat(e.ending().failureReason()).contains("max_reclaims_exceeded");
        assertThat(e.counters().reclaims()).isEqualTo(1);
        assertThat(attempts(id).get(1).status()).isEqualTo(AttemptStatus.INTERRUPTED_RECLAIMED);
        assertThat(attempts(id).get(1).holder()).isEmpty();
        assertThat(types()).containsExactly("acquired", "expired", "reclaimed", "expired", "failed");
    }

    @Test
    public void capOfTheCallCountsWithoutAPolicy() {
        var id = create();
        lost(id, "w1");
        grant(id, "w2");

        assertThat(reclaim(SampleRequests.reclaim(id, "w2", OptionalInt.of(0))))
                .isEqualTo(new ReclaimOutcome.ReclaimCapExceeded(id, 0));
        assertThat(describe(id).publicState()).isEqualTo(PublicState.FAILED);
        assertThat(reclaim(SampleRequests.reclaim(id, "w2"))).isInstanceOf(ReclaimOutcome.NotReclaimable.class);
    }

    @Test
    public void countBeyondTheCapIsReportedAsItIs() {
        var id = create();
        lost(id, "w1");
        for (int reclaim = 0; reclaim < 2; reclaim++) {
            grant(id, "w2");
            claimed(SampleRequests.reclaim(id, "w2"));
            advance(TTL_MS);
            mark(id);
        }
        grant(id, "w2");

        assertThat(reclaim(SampleRequests.reclaim(id, "w2", OptionalInt.of(1))))
                .isEqualTo(new ReclaimOutcome.ReclaimCapExceeded(id, 2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"priority\":1}"})
    public void capIsAHundredUnlessAnotherIsNamed(String policy) {
        var id = create(execution().policyJson(policy));
        lost(id, "w1");
        for (int reclaim = 0; reclaim < 100; reclaim++) {
            assertThat(claimOne("w2").executionId()).isEqualTo(id);
            advance(TTL_MS);
            mark(id);
        }

        assertThat(grant(id, "w2")).isEqualTo(new GrantOutcome.ReclaimCapExceeded(id, 100));
    }

    @Test
    public void attachedPolicyWinsOverTheCapOfTheCall() {
        var id = create(execution().policyJson("{\"priority\":1}"));
        lost(id, "w1");
        grant(id, "w2");

        assertThat(reclaim(SampleRequests.reclaim(id, "w2", OptionalInt.of(0))))
                .isInstanceOf(ReclaimOutcome.Claimed.class);
    }

    @Test
    public void epochsGrowFromReclaimToReclaim() {
        var id = create();
        lost(id, "w1");
        for (int epoch = 2; epoch < 6; epoch++) {
            grant(id, "w" + epoch);
            assertThat(claimed(SampleRequests.reclaim(id, "w" + epoch)).leaseEpoch())
                    .isEqualTo(epoch);
            advance(TTL_MS);
            mark(id);
        }
    }

    @Test
    public void grantHeldElsewhereWithholdsAnExpiredLeaseFromClaimers() {
        var id = create();
        lost(id, "w1");
        grant(id, "w2");

        assertThat(claim("w3", 1)).isEmpty();
        assertThat(claimOne("w2").handle().kind()).isEqualTo(HandleKind.RECLAIMED);
    }

    private GrantOutcome grant(ExecutionId id, String worker) {
        return engine.call(Catalogue.ISSUE_RECLAIM_GRANT, SampleRequests.reclaimGrant(id, worker));
    }

    private ReclaimOutcome reclaim(ReclaimExecution args) {
        return engine.call(Catalogue.RECLAIM_EXECUTION, args);
    }

    private Claim claimed(ReclaimExecution args) {
        return ((ReclaimOutcome.Claimed) reclaim(args)).claim();
    }
}
