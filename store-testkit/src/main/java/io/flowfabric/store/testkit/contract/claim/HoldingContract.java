package io.flowfabric.store.testkit.contract.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimTerms;
import io.flowfabric.model.op.grant.GrantOutcome.Granted;
import io.flowfabric.model.op.grant.ReclaimOutcome;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.SampleRequests;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a claimer tells and is told: what it claimed ahead, that it has stopped after a revoke, and when it must stop. */
public abstract class HoldingContract extends ContractSuite {
    private static final ClaimTerms AHEAD = new ClaimTerms(0, false);
    private static final ClaimTerms ACKNOWLEDGING = new ClaimTerms(Integer.MAX_VALUE, true);

    /** An attempt takes half a second at most, and is retried at once. */
    private static final String TIMEOUT = """
            {"timeout_policy":{"attempt_timeout_ms":500},
             "retry_policy":{"max_retries":3,"backoff":{"type":"fixed","delay_ms":0}}}""";

    @Test
    public void lossOfWhatWasNotStartedDoesNotCountAgainstTheCap() {
        var id = create(execution().policyJson("{\"max_reclaim_count\":0}"));
        for (int losses = 0; losses < 3; losses++) {
            claimOn(AHEAD, "w1", 1);
            advance(TTL_MS);
            mark(id);
        }

        engine.runTimers();
        var claim = claimOne("w2");

        assertThat(claim.handle().kind()).isEqualTo(HandleKind.RECLAIMED);
        assertThat(claim.attemptIndex()).isEqualTo(3);
        assertThat(describe(id).counters().reclaims()).isZero();
        assertThat(attempts(id)).hasSize(4);
        assertThat(types())
                .containsExactly("acquired", "expired", "reclaimed", "expired", "reclaimed", "expired", "reclaimed");
    }

    @Test
    public void firstOfAnAnswerCountAsStarted() {
        var first = create(execution().priority(9).policyJson("{\"max_reclaim_count\":0}"));
        var second = create(execution().policyJson("{\"max_reclaim_count\":0}"));
        claimOn(new ClaimTerms(1, false), "w1", 2);
        advance(TTL_MS);
        mark(first);
        mark(second);

        assertThat(claim("w2", 2)).extracting(Claim::executionId).containsExactly(second);
        assertThat(describe(first).publicState()).isEqualTo(PublicState.FAILED);
    }

    @Test
    public void lossAfterARenewalThatSaidSoCounts() {
        var id = create(execution().policyJson("{\"max_reclaim_count\":0}"));
        var claim = claimOn(AHEAD, "w1", 1).get(0);
        engine.call(Catalogue.RENEW, new RenewRequest(claim.handle()));
        assertThat(describe(id).lease().orElseThrow().marks().unstarted())
                .as("a plain renewal says nothing")
                .isTrue();

        engine.call(Catalogue.RENEW, new RenewRequest(claim.handle(), true));
        advance(TTL_MS);
        mark(id);

        assertThat(claim("w2", 1)).isEmpty();
        assertThat(describe(id).ending().failureReason()).contains("max_reclaims_exceeded");
    }

    @Test
    public void reclaimByGrantOfWhatWasNotStartedDoesNotCountEither() {
        var id = create(execution().policyJson("{\"max_reclaim_count\":0}"));
        claimOn(AHEAD, "w1", 1);
        advance(TTL_MS);

        assertThat(engine.call(Catalogue.ISSUE_RECLAIM_GRANT, SampleRequests.reclaimGrant(id, "w2")))
                .isInstanceOf(Granted.class);
        assertThat(engine.call(Catalogue.RECLAIM_EXECUTION, SampleRequests.reclaim(id, "w2")))
                .isInstanceOf(ReclaimOutcome.Claimed.class);
        assertThat(describe(id).counters().reclaims()).isZero();
        assertThat(describe(id).lease().orElseThrow().marks().unstarted()).isFalse();
    }

    @Test
    public void whatComesBackToAPlainClaimerIsStarted() {
        var id = create();
        handBack(claimOn(new ClaimTerms(0, true), "w1", 1).get(0));
        promote(id);
        claimOne("w2");

        assertThat(describe(id).lease().orElseThrow().marks().number()).isZero();
    }

    @Test
    public void revokeFreesTheExecutionOfAPlainHolderAtOnce() {
        var id = create();
        claimOne("w1");
        revoke(id);

        assertThat(claimOne("w2").handle().kind()).isEqualTo(HandleKind.RECLAIMED);
    }

    @Test
    public void revokedExecutionIsOfferedOnceItsHolderHasStopped() {
        var id = create();
        var claim = claimOn(ACKNOWLEDGING, "w1", 1).get(0);
        advance(100);
        revoke(id);
        assertThat(claim("w2", 1)).as("before the holder has stopped").isEmpty();
        refused(ErrorCode.LEASE_REVOKED, Catalogue.RENEW, new RenewRequest(claim.handle()));
        assertThat(claim("w2", 1))
                .as("after a renewal, which may have been sent before")
                .isEmpty();

        refused(ErrorCode.LEASE_REVOKED, Catalogue.DELAY, new DelayRequest(claim.handle(), 0));

        assertThat(claimOne("w2").handle().kind()).isEqualTo(HandleKind.RECLAIMED);
        assertThat(attempts(id).get(0).failure().orElseThrow().reason()).isEqualTo("lease_revoked");
        assertThat(types()).containsExactly("acquired", "revoked", "reclaimed");
    }

    @Test
    public void outcomeThatComesTooLateShowsThatItsHolderHasStopped() {
        var completed = create(execution().priority(9));
        var failed = create();
        var claims = claimOn(ACKNOWLEDGING, "w1", 2);
        revoke(completed);
        revoke(failed);

        refused(
                ErrorCode.LEASE_REVOKED,
                Catalogue.COMPLETE,
                new CompleteRequest(claims.get(0).handle(), Optional.empty()));
        assertThat(claim("w2", 2)).extracting(Claim::executionId).containsExactly(completed);
        refused(ErrorCode.LEASE_REVOKED, Catalogue.FAIL, failure(claims.get(1), FailureClass.TRANSIENT));
        assertThat(claim("w2", 2)).extracting(Claim::executionId).containsExactly(failed);
    }

    @Test
    public void onlyTheHolderCanSayThatItHasStopped() {
        var id = create();
        var stranger = lost(id, "w1");
        claimOn(ACKNOWLEDGING, "w2", 1);
        revoke(id);

        refused(ErrorCode.LEASE_REVOKED, Catalogue.DELAY, new DelayRequest(stranger.handle(), 0));

        assertThat(claim("w3", 1)).isEmpty();
    }

    @Test
    public void holderThatSaysNothingKeepsOthersAwayUntilItsLeaseWouldHaveEnded() {
        var id = create();
        claimOn(ACKNOWLEDGING, "w1", 1);
        revoke(id);
        advance(TTL_MS - 1);
        assertThat(claim("w2", 1)).isEmpty();
        advance(1);

        assertThat(claimOne("w2").executionId()).isEqualTo(id);
    }

    @Test
    public void reclaimByGrantDoesNotWaitForTheHolder() {
        var id = create();
        claimOn(ACKNOWLEDGING, "w1", 1);
        revoke(id);

        assertThat(engine.call(Catalogue.ISSUE_RECLAIM_GRANT, SampleRequests.reclaimGrant(id, "w2")))
                .isInstanceOf(Granted.class);
        assertThat(engine.call(Catalogue.RECLAIM_EXECUTION, SampleRequests.reclaim(id, "w2")))
                .isInstanceOf(ReclaimOutcome.Claimed.class);
    }

    @Test
    public void parkedClaimerIsWokenWhenTheHolderHasStopped() throws InterruptedException {
        var id = create();
        var claim = claimOn(ACKNOWLEDGING, "w1", 1).get(0);
        revoke(id);
        var waiting = parked(Catalogue.CLAIM, waitingClaim("w2"));

        refused(ErrorCode.LEASE_REVOKED, Catalogue.DELAY, new DelayRequest(claim.handle(), 0));

        assertThat(woken(waiting).claims()).extracting(Claim::executionId).containsExactly(id);
    }

    @Test
    public void parkedClaimerIsWokenWhenTheLeaseWouldHaveEnded() throws InterruptedException {
        var id = create();
        claimOn(ACKNOWLEDGING, "w1", 1);
        revoke(id);
        engine.runTimers();
        var waiting = parked(Catalogue.CLAIM, waitingClaim("w2"));

        advance(TTL_MS);
        engine.runTimers();

        assertThat(woken(waiting).claims()).extracting(Claim::executionId).containsExactly(id);
    }

    @Test
    public void expiredLeaseOfAnAcknowledgingHolderIsFreeAtOnce() {
        var id = create();
        claimOn(ACKNOWLEDGING, "w1", 1);
        advance(TTL_MS);
        mark(id);

        assertThat(claimOne("w2").executionId()).isEqualTo(id);
    }

    @Test
    public void claimSaysWhenATimerEndsTheAttemptAtTheLatest() {
        create(execution().priority(9));
        create(execution().priority(8).policyJson(TIMEOUT));
        create(execution().priority(7).policyJson(TIMEOUT).deadlineAt(START + 400));
        create(execution().priority(6).policyJson(TIMEOUT).deadlineAt(START + 600));

        assertThat(claim("w1", 4))
                .extracting(Claim::mustEndBy)
                .containsExactly(
                        OptionalLong.empty(),
                        OptionalLong.of(START + 500),
                        OptionalLong.of(START + 400),
                        OptionalLong.of(START + 500));
    }

    @Test
    public void attemptThatGoesOnMustEndByWhatIsLeftOfItsTime() {
        var id = create(execution().policyJson(TIMEOUT));
        var claim = claimOne("w1");
        advance(200);
        handBack(claim);
        advance(1000);
        promote(id);

        assertThat(claimOne("w2").mustEndBy()).hasValue(START + 1200 + 300);
    }

    @Test
    public void whatMayStillBeAtWorkIsNotOffered() {
        var id = create(execution().policyJson(TIMEOUT));
        claimOn(ACKNOWLEDGING, "w1", 1);
        advance(499);
        engine.runTimers();
        assertThat(claim("w2", 1)).isEmpty();
        assertThat(describe(id).publicState()).isEqualTo(PublicState.ACTIVE);

        advance(1);
        engine.runTimers();
        promote(id);

        assertThat(claimOne("w2").attemptIndex()).isEqualTo(1);
    }

    @Test
    public void negativeNumberOfStartsIsRefused() {
        refused(ErrorCode.INVALID_INPUT, Catalogue.CLAIM, claimRequest("w1", 1).on(new ClaimTerms(-1, false)));
    }

    private List<Claim> claimOn(ClaimTerms terms, String worker, int limit) {
        var claims = engine.call(Catalogue.CLAIM, claimRequest(worker, limit).on(terms))
                .claims();
        assertThat(claims).hasSize(limit);
        return claims;
    }

    private void revoke(ExecutionId id) {
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(id, ""));
    }
}
