package io.flowfabric.store.testkit.contract.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.waiting.FallbackPolls;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.grant.ClaimExecution;
import io.flowfabric.model.op.grant.GrantOutcome;
import io.flowfabric.model.op.grant.GrantOutcome.Granted;
import io.flowfabric.model.op.grant.IssueClaimGrant;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.store.testkit.StoreInFront;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import io.flowfabric.store.testkit.fixture.SampleRequests;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 02 §5.3–§5.5 on a store: permission to claim one execution, and its use. */
@Covers({"issue_claim_grant", "claim_execution", "scan_eligible_executions"})
public abstract class GrantContract extends ContractSuite {

    /** Shorter than a call may wait. */
    private static final long TIMEOUT_SECONDS = 25;

    @Test
    public void grantLeavesTheExecutionEligible() {
        var id = create();
        var before = describe(id);

        assertThat(grant(id, "w1")).isInstanceOfSatisfying(Granted.class, granted -> {
            assertThat(granted.executionId()).isEqualTo(id);
            assertThat(granted.partitionKey()).isEqualTo(id.routing().key());
            assertThat(granted.expiresAtMs()).isEqualTo(START + SampleRequests.GRANT_TTL_MS);
            assertThat(granted.laneId()).isEqualTo(LANE);
            assertThat(granted.grantKey()).isNotEmpty();
        });
        assertThat(describe(id)).isEqualTo(before);
        assertThat(scan()).containsExactly(id);
        assertThat(events()).isEmpty();
    }

    @Test
    public void endOfAnUnusedGrantWakesThoseWhoWait() {
        var id = create();
        grant(id, "w1");
        StoreInFront sameStore = () -> store;
        try (var waiting = LocalEngine.start(sameStore, settings(), FallbackPolls.NONE)) {
            var parked = waiting.callAsync(Catalogue.CLAIM, waitingClaim("w2"));
            advance(SampleRequests.GRANT_TTL_MS);
            waiting.runTimers();
            assertThat(parked).as("the grant is good until its last moment").isNotDone();
            advance(1);
            waiting.runTimers();

            assertThat(parked.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                            .join()
                            .claims())
                    .extracting(Claim::executionId)
                    .containsExactly(id);
        }
    }

    @Test
    public void grantThatWasUsedOrToldOfIsNotAhead() {
        assertThat(grantEnd(Long.MIN_VALUE)).isEmpty();
        var used = create();
        grant(used, "w1");
        advance(1);
        grant(create(), "w1");
        assertThat(grantEnd(Long.MIN_VALUE)).hasValue(START + SampleRequests.GRANT_TTL_MS + 1);
        assertThat(grantEnd(START + SampleRequests.GRANT_TTL_MS + 1)).hasValue(START + SampleRequests.GRANT_TTL_MS + 2);
        assertThat(grantEnd(START + SampleRequests.GRANT_TTL_MS + 2)).isEmpty();

        engine.call(Catalogue.CLAIM_EXECUTION, SampleRequests.claim(used, "w1"));
        assertThat(grantEnd(Long.MIN_VALUE)).hasValue(START + SampleRequests.GRANT_TTL_MS + 2);
    }

    private OptionalLong grantEnd(long after) {
        return read(tx -> {
            var end = tx.due().grantEnd(after);
            assertThat(tx.due().ahead(0, Optional.empty(), after, Set.of()).grantEnd())
                    .isEqualTo(end);
            return end;
        });
    }

    @Test
    public void liveGrantExcludesAnyOther() {
        var id = create();
        grant(id, "w1");
        advance(SampleRequests.GRANT_TTL_MS);

        refused(ErrorCode.GRANT_ALREADY_EXISTS, Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(id, "w2"));
        refused(ErrorCode.GRANT_ALREADY_EXISTS, Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(id, "w1"));
        advance(1);
        assertThat(grant(id, "w2")).isInstanceOf(Granted.class);
    }

    @Test
    public void onlyAnEligibleExecutionIsGranted() {
        var delayed = create(execution().delayUntil(START + 1));
        var active = create();
        claimOne("w1");
        var ended = create();
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(ended, "no"));

        for (var id : List.of(delayed, active, ended)) {
            refused(ErrorCode.EXECUTION_NOT_ELIGIBLE, Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(id, "w2"));
        }
        refused(ErrorCode.EXECUTION_NOT_FOUND, Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(unknown(), "w2"));
    }

    @Test
    public void missingCapabilitiesAreNamedAndTheAttemptIsNoted() {
        var id = create(execution().policyJson(requiring("gpu", "cuda", "avx")));
        advance(7);

        var refusal = refused(
                ErrorCode.CAPABILITY_MISMATCH, Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(id, "w1", "avx"));

        assertThat(refusal.detail()).isEqualTo("cuda,gpu");
        assertThat(refusal.error().isRetryable()).isTrue();
        assertThat(describe(id).lastCapabilityMismatchAt()).hasValue(START + 7);
        assertThat(engine.call(Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(id, "w1", "avx", "cuda", "gpu")))
                .isInstanceOf(Granted.class);
    }

    @Test
    public void malformedCapabilitiesAreRefused() {
        var id = create();

        assertThat(refused(
                                ErrorCode.INVALID_CAPABILITIES,
                                Catalogue.ISSUE_CLAIM_GRANT,
                                SampleRequests.claimGrant(id, "w1", "a,b"))
                        .detail())
                .startsWith("worker:");
        var tooMany = IntStream.rangeClosed(0, 256).mapToObj(i -> "t" + i).toArray(String[]::new);
        assertThat(refused(
                                ErrorCode.INVALID_CAPABILITIES,
                                Catalogue.ISSUE_CLAIM_GRANT,
                                SampleRequests.claimGrant(id, "w1", tooMany))
                        .detail())
                .isEqualTo("worker:too_many_tokens");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 60_001})
    public void grantLastsOneMillisecondToOneMinute(long ttl) {
        var id = create();
        var args = SampleRequests.claimGrant(id, "w1");

        refused(
                ErrorCode.INVALID_INPUT,
                Catalogue.ISSUE_CLAIM_GRANT,
                new IssueClaimGrant(
                        args.executionId(), args.laneId(), args.workerId(), args.workerInstanceId(), ttl, List.of()));
    }

    @Test
    public void grantIsConsumedIntoAFreshAttempt() {
        var id = create();
        grant(id, "w1");
        var leaseId = LeaseId.mint();
        var attemptId = AttemptId.mint();

        var claim = claim(SampleRequests.claim(id, "w1", Optional.of(leaseId), Optional.of(attemptId)));

        assertThat(claim.handle().kind()).isEqualTo(HandleKind.FRESH);
        assertThat(claim.leaseId()).isEqualTo(leaseId);
        assertThat(claim.attemptId()).isEqualTo(attemptId);
        assertThat(claim.leaseEpoch()).isEqualTo(1);
        assertThat(claim.attemptIndex()).isZero();
        assertThat(claim.attemptType()).contains(AttemptType.INITIAL);
        assertThat(claim.executionKind()).isEqualTo("charge");
        assertThat(types()).containsExactly("acquired");
        refused(ErrorCode.EXECUTION_NOT_LEASEABLE, Catalogue.CLAIM_EXECUTION, SampleRequests.claim(id, "w1"));
        complete(claim);
    }

    @Test
    public void repeatUnderTheSameLeaseAnswersTheSameClaim() {
        var id = create();
        grant(id, "w1");
        var leaseId = Optional.of(LeaseId.mint());
        var named = SampleRequests.claim(id, "w1", leaseId, Optional.of(AttemptId.mint()));
        var first = claim(named);
        var before = describe(id);
        advance(10);

        assertThat(claim(named)).isEqualTo(first);
        assertThat(claim(SampleRequests.claim(id, "w1", leaseId, Optional.empty())))
                .as("the attempt need not be named")
                .isEqualTo(first);
        assertThat(describe(id)).isEqualTo(before);
        assertThat(types()).containsExactly("acquired");
        refused(
                ErrorCode.EXECUTION_NOT_LEASEABLE,
                Catalogue.CLAIM_EXECUTION,
                SampleRequests.claim(id, "w2", leaseId, Optional.empty()));
    }

    @Test
    public void grantOfAnotherWorkerIsOfNoUseAndStays() {
        var id = create();
        grant(id, "w1");

        refused(ErrorCode.INVALID_CLAIM_GRANT, Catalogue.CLAIM_EXECUTION, SampleRequests.claim(id, "w2"));
        assertThat(claim(SampleRequests.claim(id, "w1")).executionId()).isEqualTo(id);
    }

    @Test
    public void anyProcessOfTheWorkerMayConsumeTheGrant() {
        var id = create();
        grant(id, "w1");
        var args = SampleRequests.claim(id, "w1");

        var claim = claim(new ClaimExecution(
                id,
                LANE,
                args.workerId(),
                new WorkerInstanceId("w1-restarted"),
                TTL_MS,
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty()));

        assertThat(claim.executionId()).isEqualTo(id);
    }

    @Test
    public void withoutALiveGrantNothingIsClaimed() {
        var id = create();
        refused(ErrorCode.INVALID_CLAIM_GRANT, Catalogue.CLAIM_EXECUTION, SampleRequests.claim(id, "w1"));
        grant(id, "w1");
        advance(SampleRequests.GRANT_TTL_MS + 1);

        refused(ErrorCode.CLAIM_GRANT_EXPIRED, Catalogue.CLAIM_EXECUTION, SampleRequests.claim(id, "w1"));
        assertThat(attempts(id)).isEmpty();
        refused(ErrorCode.EXECUTION_NOT_FOUND, Catalogue.CLAIM_EXECUTION, SampleRequests.claim(unknown(), "w1"));
    }

    @Test
    public void pausedAttemptIsNotBegunAgainAndTheGrantSurvives() {
        var id = create();
        handBack(claimOne("w1"));
        promote(id);
        grant(id, "w1");

        refused(ErrorCode.USE_CLAIM_RESUMED_EXECUTION, Catalogue.CLAIM_EXECUTION, SampleRequests.claim(id, "w1"));
        assertThat(engine.call(Catalogue.CLAIM_RESUMED_EXECUTION, SampleRequests.resume(id, "w1"))
                        .claim()
                        .executionId())
                .isEqualTo(id);
    }

    @Test
    public void directClaimRespectsTheGrantOfAnotherAndConsumesItsOwn() {
        var id = create();
        grant(id, "w1");

        assertThat(claim("w2", 1)).isEmpty();
        handBack(claimOne("w1"));
        promote(id);
        assertThat(claimOne("w2").executionId()).as("no grant is left").isEqualTo(id);
    }

    @Test
    public void attemptTimeoutAndDeadlineMayComeWithTheClaim() {
        var byCall = create(execution().policyJson("{\"timeout_policy\":{\"attempt_timeout_ms\":9000}}"));
        grant(byCall, "w1");
        var args = SampleRequests.claim(byCall, "w1");
        claim(new ClaimExecution(
                byCall,
                LANE,
                args.workerId(),
                args.workerInstanceId(),
                TTL_MS,
                Optional.empty(),
                Optional.empty(),
                OptionalLong.of(100),
                OptionalLong.of(START + 5)));

        assertThat(describe(byCall).dueTimes().attemptTimeoutAt()).hasValue(START + 100);
        assertThat(describe(byCall).dueTimes().deadlineAt()).hasValue(START + 5);

        var byPolicy = create(execution().policyJson("{\"timeout_policy\":{\"attempt_timeout_ms\":9000}}"));
        grant(byPolicy, "w1");
        claim(SampleRequests.claim(byPolicy, "w1"));
        assertThat(describe(byPolicy).dueTimes().attemptTimeoutAt()).hasValue(START + 9000);
    }

    @Test
    public void leaseWithoutDurationIsRefused() {
        var args = SampleRequests.claim(unknown(), "w1");

        refused(
                ErrorCode.INVALID_INPUT,
                Catalogue.CLAIM_EXECUTION,
                new ClaimExecution(
                        args.executionId(),
                        LANE,
                        args.workerId(),
                        args.workerInstanceId(),
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty()));
    }

    @Test
    public void grantGoesWithTheExecutionThatEnds() {
        var id = create();
        grant(id, "w1");
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no"));
        engine.call(Catalogue.REPLAY_EXECUTION, new ExecutionRef(id));

        assertThat(grant(id, "w2")).isInstanceOf(Granted.class);
    }

    @Test
    public void scanFollowsTheOrderOfTheLane() {
        var low = create(execution().id(new ExecutionId(7, UUID.randomUUID())).priority(1));
        var old = create(execution().id(new ExecutionId(9, UUID.randomUUID())).priority(5));
        create(execution().delayUntil(START + 5));
        create(execution().policyJson(requiring("gpu")).priority(9).delayUntil(START + 5));
        advance(1);
        var young = create(execution()
                .id(new ExecutionId(7, UUID.randomUUID()))
                .priority(5)
                .policyJson(requiring("gpu")));
        handBack(claimOne("w1"));
        promote(old);

        assertThat(scan()).containsExactly(old, young, low);
        assertThat(scan(2, OptionalInt.empty())).containsExactly(old, young);
        assertThat(scan(10, OptionalInt.of(7))).containsExactly(young, low);
        assertThat(scan(0, OptionalInt.empty())).isEmpty();
    }

    private List<ExecutionId> scan() {
        return scan(100, OptionalInt.empty());
    }

    private List<ExecutionId> scan(int limit, OptionalInt partition) {
        return engine.call(Catalogue.SCAN_ELIGIBLE_EXECUTIONS, new ScanEligibleExecutions(LANE, limit, partition));
    }

    private GrantOutcome grant(ExecutionId id, String worker) {
        return engine.call(Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(id, worker));
    }

    private Claim claim(ClaimExecution args) {
        return engine.call(Catalogue.CLAIM_EXECUTION, args).claim();
    }
}
