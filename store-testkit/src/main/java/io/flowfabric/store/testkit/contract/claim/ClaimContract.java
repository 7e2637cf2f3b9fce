package io.flowfabric.store.testkit.contract.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.UndeliveredAnswers;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 02 §5.1 and §5.2 on a store. */
@Covers("claim")
public abstract class ClaimContract extends ContractSuite {

    @Test
    public void claimBeginsTheFirstAttemptAtEpochOne() {
        var id = create();

        var claim = claimOne("w1");

        assertThat(claim.executionId()).isEqualTo(id);
        assertThat(claim.handle().kind()).isEqualTo(HandleKind.FRESH);
        assertThat(claim.leaseEpoch()).isEqualTo(1);
        assertThat(claim.attemptIndex()).isZero();
        assertThat(claim.attemptType()).contains(AttemptType.INITIAL);
        assertThat(claim.leaseExpiresAt()).isEqualTo(START + TTL_MS);
        var e = describe(id);
        assertThat(e.vector()).isEqualTo(StateVector.of(VectorRow.LEASED, AttemptState.RUNNING_ATTEMPT));
        assertThat(e.counters().attempts()).isEqualTo(1);
        assertThat(e.leaseHolder()).hasValueSatisfying(holder -> {
            assertThat(holder.workerId()).isEqualTo(new WorkerId("w1"));
            assertThat(holder.leaseId()).isEqualTo(claim.leaseId());
        });
        assertThat(events())
                .singleElement()
                .isInstanceOfSatisfying(
                        LeaseEvent.class, event -> assertThat(event.type()).isEqualTo(LeaseEventType.ACQUIRED));
        assertThat(claim("w2", 1)).isEmpty();
    }

    @Test
    public void nothingToClaimChangesNothing() {
        assertThat(claim("w1", 5)).isEmpty();
        assertThat(events()).isEmpty();
    }

    @Test
    public void higherPriorityThenOlderThenSmallerIdGoesFirst() {
        var low = create(execution().id(partitioned(3)).priority(1));
        advance(1);
        var older = create(execution().id(partitioned(200)).priority(9));
        advance(1);
        var newerB = create(execution().id(partitioned(7)).priority(9));
        var newerA = create(execution().id(partitioned(10)).priority(9));

        assertThat(claim("w1", 10)).extracting(Claim::executionId).containsExactly(older, newerA, newerB, low);
        assertThat(newerA).as("ids are compared as text").isLessThan(newerB);
    }

    @Test
    public void retriedWorkKeepsItsPlaceBeforeYoungerWork() {
        var older = create();
        advance(1);
        var younger = create();
        var claim = claimOne("w1");
        assertThat(claim.executionId()).isEqualTo(older);
        engine.call(Catalogue.DELAY, new DelayRequest(claim.handle(), 0));
        engine.call(Catalogue.PROMOTE_DELAYED, new ExecutionRef(older));

        assertThat(claim("w2", 2)).extracting(Claim::executionId).containsExactly(older, younger);
    }

    @Test
    public void unmatchedRequirementsArePassedOverHoweverManyThereAre() {
        for (int i = 0; i < 40; i++) {
            create(execution().priority(100).policyJson(requiring("gpu-" + i % 20)));
        }
        var plain = create(execution().priority(1));

        assertThat(claim("w1", 5)).extracting(Claim::executionId).containsExactly(plain);
        assertThat(claim("w1", 5)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 1000})
    public void matchingExecutionIsFoundBehindAnyNumberOfUnmatchedOnes(int unmatched) {
        var needy = execution().priority(100).policyJson(requiring("gpu")).build();
        engine.call(Catalogue.SUBMIT_BATCH, new SubmitBatch(Collections.nCopies(unmatched, needy)));
        var plain = create(execution().priority(1));

        assertThat(claimOne("w1").executionId()).isEqualTo(plain);
    }

    @Test
    public void unmatchedExecutionIsPassedOverUnchanged() {
        var needy = create(execution().priority(100).policyJson(requiring("gpu")));
        var before = describe(needy);

        assertThat(claim("w1", 1)).isEmpty();
        assertThat(describe(needy)).isEqualTo(before);
    }

    @Test
    public void firstStartIsRememberedThroughRetries() {
        var id = create(execution().policyJson("{\"retry_policy\":{\"backoff\":{\"type\":\"fixed\",\"delay_ms\":5}}}"));
        engine.call(Catalogue.FAIL, failure(claimOne("w1"), FailureClass.TRANSIENT));
        advance(5);
        promote(id);
        claimOne("w1");

        assertThat(describe(id).timing().startedAt()).hasValue(START);
    }

    @Test
    public void capabilitiesMatchWholeTokensByCase() {
        var id = create(execution().policyJson(requiring("a", "b")));

        assertThat(claimWith(CapabilitySet.ofWorker(List.of("a")))).isEmpty();
        assertThat(claimWith(CapabilitySet.ofWorker(List.of("A", "b")))).isEmpty();
        assertThat(claimWith(CapabilitySet.ofWorker(List.of("a", "b", "c"))))
                .extracting(Claim::executionId)
                .containsExactly(id);
    }

    @Test
    public void claimOfANamespaceGetsOnlyItsExecutions() {
        create();
        var other = create(CreateExecution.of(new Namespace("other"), LANE, "charge"));

        assertThat(claimWith(CapabilitySet.EMPTY, Optional.of(new Namespace("other"))))
                .extracting(Claim::executionId)
                .containsExactly(other);
    }

    @Test
    public void pausedAttemptIsContinued() {
        var id = create();
        var first = claimOne("w1");
        engine.call(Catalogue.DELAY, new DelayRequest(first.handle(), 0));
        engine.call(Catalogue.PROMOTE_DELAYED, new ExecutionRef(id));
        advance(5);

        var second = claimOne("w2");

        assertThat(second.handle().kind()).isEqualTo(HandleKind.RESUMED);
        assertThat(second.attemptId()).isEqualTo(first.attemptId());
        assertThat(second.attemptIndex()).isZero();
        assertThat(second.leaseEpoch()).isEqualTo(2);
        assertThat(second.attemptType()).isEmpty();
        assertThat(describe(id).counters().attempts()).isEqualTo(1);
        assertThat(describe(id).timing().startedAt()).hasValue(START);
    }

    @Test
    public void concurrentClaimersNeverGetTheSameExecution() throws Exception {
        int executions = 200;
        for (int i = 0; i < executions; i++) {
            create();
        }
        var pool = Executors.newFixedThreadPool(8);
        try {
            var claimers = new ArrayList<Future<List<ExecutionId>>>();
            for (int w = 0; w < 8; w++) {
                String worker = "w" + w;
                claimers.add(pool.submit(() -> claimUntilEmpty(worker)));
            }
            Set<ExecutionId> all = new HashSet<>();
            int handedOut = 0;
            for (var claimer : claimers) {
                handedOut += claimer.get().size();
                all.addAll(claimer.get());
            }
            assertThat(handedOut).isEqualTo(executions);
            assertThat(all).hasSize(executions);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    public void parkedClaimIsWokenByASubmission() throws InterruptedException {
        var waiting = parked(Catalogue.CLAIM, waitingClaim("w1"));

        var id = create();

        assertThat(woken(waiting).claims()).extracting(Claim::executionId).containsExactly(id);
    }

    @Test
    public void claimsWithoutAReceiverAreTakenBack() {
        var ids = List.of(create(), create());
        var request = claimRequest("gone", 2);

        UndeliveredAnswers.begin(engine, request, engine.call(Catalogue.CLAIM, request))
                .join();
        ids.forEach(this::promote);

        assertThat(claim("w1", 2)).extracting(Claim::executionId).containsExactlyElementsOf(ids);
    }

    @Test
    public void badArgumentsAreRefused() {
        refused(new ClaimRequest(
                LANE, new WorkerId("w"), new WorkerInstanceId("w"), CapabilitySet.EMPTY, Optional.empty(), 0, 0, 1));
        refused(claimRequest("w", 0));
        refused(claimRequest("w", 257));
    }

    private void refused(ClaimRequest request) {
        assertThatThrownBy(() -> engine.call(Catalogue.CLAIM, request))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT));
    }

    private List<ExecutionId> claimUntilEmpty(String worker) {
        var claimed = new ArrayList<ExecutionId>();
        List<Claim> claims = claim(worker, 7);
        while (!claims.isEmpty()) {
            claims.forEach(claim -> claimed.add(claim.executionId()));
            claims = claim(worker, 7);
        }
        return claimed;
    }

    private List<Claim> claimWith(CapabilitySet capabilities) {
        return claimWith(capabilities, Optional.empty());
    }

    private List<Claim> claimWith(CapabilitySet capabilities, Optional<Namespace> namespace) {
        return engine.call(
                        Catalogue.CLAIM,
                        new ClaimRequest(
                                LANE,
                                new WorkerId("w1"),
                                new WorkerInstanceId("w1-1"),
                                capabilities,
                                namespace,
                                TTL_MS,
                                0,
                                10))
                .claims();
    }

    private static ExecutionId partitioned(int partition) {
        return new ExecutionId(partition, UUID.randomUUID());
    }
}
