package io.flowfabric.store.testkit.contract.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.grant.ClaimFromResumeGrant;
import io.flowfabric.model.op.grant.ClaimFromResumeGrant.ResumeGrant;
import io.flowfabric.model.op.grant.ClaimResumedExecution;
import io.flowfabric.model.op.grant.GrantOutcome.Granted;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.lease.WaitChildrenRequest;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import io.flowfabric.store.testkit.fixture.SampleRequests;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** 02 §5.6, §5.7 and §6.6 on a store: attempts that pause and go on, and claims by an operator's hand. */
@Covers({"claim_resumed_execution", "claim_from_resume_grant", "issue_grant_and_claim", "wait_children"})
public abstract class ResumeContract extends ContractSuite {

    @Test
    public void resumedClaimContinuesTheSameAttempt() {
        var id = create();
        var first = paused(id);
        grant(id, "w2");
        advance(3);

        var second = resume(SampleRequests.resume(id, "w2"));

        assertThat(second.handle().kind()).isEqualTo(HandleKind.RESUMED);
        assertThat(second.attemptId()).isEqualTo(first.attemptId());
        assertThat(second.attemptIndex()).isZero();
        assertThat(second.attemptType()).isEmpty();
        assertThat(second.leaseEpoch()).isEqualTo(2);
        assertThat(describe(id).counters().attempts()).isEqualTo(1);
        assertThat(attempts(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.status()).isEqualTo(AttemptStatus.STARTED);
            assertThat(attempt.times().resumedAt()).hasValue(START + 3);
            assertThat(attempt.pausedBy()).isEmpty();
        });
        assertThat(events().get(2))
                .isInstanceOfSatisfying(
                        LeaseEvent.class, event -> assertThat(event.reason()).contains("claim_resumed"));
        complete(second);
    }

    @Test
    public void resumeGrantWorksOnceAndForItsWorkerOnly() {
        var id = create();
        paused(id);
        grant(id, "w2");

        refused(ErrorCode.INVALID_CLAIM_GRANT, Catalogue.CLAIM_RESUMED_EXECUTION, SampleRequests.resume(id, "w3"));
        resume(SampleRequests.resume(id, "w2"));
        refused(ErrorCode.EXECUTION_NOT_LEASEABLE, Catalogue.CLAIM_RESUMED_EXECUTION, SampleRequests.resume(id, "w2"));
    }

    @Test
    public void repeatUnderTheSameLeaseAnswersTheSameClaim() {
        var id = create();
        paused(id);
        grant(id, "w2");
        var args = SampleRequests.resume(id, "w2", Optional.of(LeaseId.mint()), OptionalLong.empty());

        var first = resume(args);

        assertThat(resume(args)).isEqualTo(first);
        assertThat(types()).containsExactly("acquired", "revoked", "acquired");
    }

    @Test
    public void expiredResumeGrantIsRefused() {
        var id = create();
        paused(id);
        grant(id, "w2");
        advance(SampleRequests.GRANT_TTL_MS + 1);

        refused(ErrorCode.CLAIM_GRANT_EXPIRED, Catalogue.CLAIM_RESUMED_EXECUTION, SampleRequests.resume(id, "w2"));
        refused(ErrorCode.INVALID_CLAIM_GRANT, Catalogue.CLAIM_RESUMED_EXECUTION, SampleRequests.resume(id, "w2"));
    }

    @Test
    public void nothingToContinueIsRefused() {
        var fresh = create();
        grant(fresh, "w1");
        refused(
                ErrorCode.NOT_A_RESUMED_EXECUTION,
                Catalogue.CLAIM_RESUMED_EXECUTION,
                SampleRequests.resume(fresh, "w1"));

        var delayed = create(execution().priority(9));
        engine.call(Catalogue.DELAY, new DelayRequest(claimOne("w2").handle(), START + 1000));
        refused(
                ErrorCode.EXECUTION_NOT_LEASEABLE,
                Catalogue.CLAIM_RESUMED_EXECUTION,
                SampleRequests.resume(delayed, "w1"));
        refused(
                ErrorCode.EXECUTION_NOT_FOUND,
                Catalogue.CLAIM_RESUMED_EXECUTION,
                SampleRequests.resume(unknown(), "w1"));
    }

    @Test
    public void claimFromResumeGrantNeedsOnlyTheExecution() {
        var id = create();
        var first = paused(id);
        var granted = grant(id, "w2");

        var claim = engine.call(
                        Catalogue.CLAIM_FROM_RESUME_GRANT,
                        new ClaimFromResumeGrant(
                                ResumeGrant.of(granted),
                                SampleRequests.worker("w2"),
                                SampleRequests.instance("w2"),
                                TTL_MS))
                .claim();

        assertThat(claim.handle().kind()).isEqualTo(HandleKind.RESUMED);
        assertThat(claim.attemptId()).isEqualTo(first.attemptId());
        refused(
                ErrorCode.EXECUTION_NOT_LEASEABLE,
                Catalogue.CLAIM_FROM_RESUME_GRANT,
                new ClaimFromResumeGrant(
                        new ResumeGrant(id), SampleRequests.worker("w2"), SampleRequests.instance("w2"), TTL_MS));
    }

    @Test
    public void attemptTimeRunsOnAfterAPause() {
        var id = create(execution().policyJson("{\"timeout_policy\":{\"attempt_timeout_ms\":1000}}"));
        var claim = claimOne("w1");
        advance(400);
        handBack(claim);
        assertThat(describe(id).dueTimes().attemptTimeoutAt()).isEmpty();
        promote(id);
        advance(5000);
        grant(id, "w1");
        var again = resume(SampleRequests.resume(id, "w1"));
        assertThat(describe(id).dueTimes().attemptTimeoutAt()).hasValue(START + 400 + 5000 + 600);

        handBack(again);
        promote(id);
        grant(id, "w1");
        resume(SampleRequests.resume(id, "w1", Optional.empty(), OptionalLong.of(50)));
        assertThat(describe(id).dueTimes().attemptTimeoutAt()).hasValue(START + 5400 + 50);
    }

    @Test
    public void waitingForNoChildrenMakesEligibleAtOnce() {
        var id = create();
        var first = claimOne("w1");

        engine.call(Catalogue.WAIT_CHILDREN, new WaitChildrenRequest(first.handle()));

        assertThat(describe(id).vector())
                .isEqualTo(StateVector.of(VectorRow.ELIGIBLE, AttemptState.ATTEMPT_INTERRUPTED));
        assertThat(attempts(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.status()).isEqualTo(AttemptStatus.SUSPENDED);
            assertThat(attempt.pausedBy()).contains("waiting_children");
        });
        assertThat(types()).containsExactly("acquired", "revoked");
        refused(ErrorCode.EXECUTION_NOT_ACTIVE, Catalogue.WAIT_CHILDREN, new WaitChildrenRequest(first.handle()));
        assertThat(claimOne("w2").attemptId()).isEqualTo(first.attemptId());
    }

    @Test
    public void operatorClaimsPastCapabilitiesAndLeavesNoGrant() {
        var id = create(execution().policyJson(requiring("gpu")));

        var claim = engine.call(Catalogue.ISSUE_GRANT_AND_CLAIM, SampleRequests.operatorClaim(id));

        assertThat(claim.leaseEpoch()).isEqualTo(1);
        assertThat(claim.attemptIndex()).isZero();
        assertThat(claim.handle().kind()).isEqualTo(HandleKind.FRESH);
        assertThat(describe(id).leaseHolder()).hasValueSatisfying(holder -> {
            assertThat(holder.workerId()).isEqualTo(SampleRequests.worker("operator"));
            assertThat(holder.leaseId()).isEqualTo(claim.leaseId());
        });
        assertThat(events())
                .singleElement()
                .isInstanceOfSatisfying(
                        LeaseEvent.class, event -> assertThat(event.reason()).contains("issue_grant_and_claim"));
        engine.call(Catalogue.WAIT_CHILDREN, new WaitChildrenRequest(claim.handle()));
        assertThat(engine.call(Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(id, "w1", "gpu")))
                .isInstanceOf(Granted.class);
    }

    @Test
    public void operatorContinuesAPausedAttempt() {
        var id = create();
        var first = paused(id);

        var claim = engine.call(Catalogue.ISSUE_GRANT_AND_CLAIM, SampleRequests.operatorClaim(id));

        assertThat(claim.attemptId()).isEqualTo(first.attemptId());
        assertThat(claim.leaseEpoch()).isEqualTo(2);
        assertThat(claim.handle().kind()).isEqualTo(HandleKind.RESUMED);
    }

    @Test
    public void operatorCannotSeizeWhatIsNotEligible() {
        var active = create();
        claimOne("w1");
        refused(ErrorCode.LEASE_CONFLICT, Catalogue.ISSUE_GRANT_AND_CLAIM, SampleRequests.operatorClaim(active));

        var ended = create();
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(ended, "no"));
        refused(ErrorCode.EXECUTION_NOT_ELIGIBLE, Catalogue.ISSUE_GRANT_AND_CLAIM, SampleRequests.operatorClaim(ended));

        var delayed = create();
        engine.call(Catalogue.DELAY, new DelayRequest(claimOne("w1").handle(), START + 1000));
        refused(
                ErrorCode.EXECUTION_NOT_ELIGIBLE,
                Catalogue.ISSUE_GRANT_AND_CLAIM,
                SampleRequests.operatorClaim(delayed));

        var granted = create();
        grant(granted, "w1");
        refused(ErrorCode.GRANT_ALREADY_EXISTS, Catalogue.ISSUE_GRANT_AND_CLAIM, SampleRequests.operatorClaim(granted));
        refused(
                ErrorCode.EXECUTION_NOT_FOUND,
                Catalogue.ISSUE_GRANT_AND_CLAIM,
                SampleRequests.operatorClaim(unknown()));
    }

    /** Claims an execution, hands it back and makes it eligible again. */
    private Claim paused(ExecutionId id) {
        var claim = claimOne("w1");
        assertThat(claim.executionId()).isEqualTo(id);
        handBack(claim);
        promote(id);
        return claim;
    }

    private Granted grant(ExecutionId id, String worker) {
        return (Granted) engine.call(Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(id, worker));
    }

    private Claim resume(ClaimResumedExecution args) {
        return engine.call(Catalogue.CLAIM_RESUMED_EXECUTION, args).claim();
    }
}
