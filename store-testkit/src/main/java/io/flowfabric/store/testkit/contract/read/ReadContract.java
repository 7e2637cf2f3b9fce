package io.flowfabric.store.testkit.contract.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.backend.BackendFlag;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.PrepareOutcome;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.read.ExecutionContext;
import io.flowfabric.model.op.read.ExecutionInfo;
import io.flowfabric.model.op.read.ExecutionSnapshot;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.TerminalOutcome;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** 06 §7 and §12 on a store: what readers see of an execution and of the store. */
@Covers({
    "read_execution_info",
    "read_execution_state",
    "read_execution_context",
    "read_current_attempt_index",
    "read_total_attempt_count",
    "get_execution_namespace",
    "resolve_execution_flow_id",
    "ping",
    "server_time_ms",
    "backend_label",
    "capabilities",
    "prepare"
})
public abstract class ReadContract extends ContractSuite {
    private static final String ONE_RETRY =
            "{\"retry_policy\":{\"max_retries\":1,\"backoff\":{\"type\":\"fixed\",\"delay_ms\":1000}}}";

    @Test
    public void unknownExecutionIsAbsentToReadersAndInvalidToWorkers() {
        var unknown = new ExecutionRef(new ExecutionId(3, UUID.randomUUID()));

        for (var read : List.of(
                Catalogue.DESCRIBE_EXECUTION,
                Catalogue.READ_EXECUTION_INFO,
                Catalogue.READ_EXECUTION_STATE,
                Catalogue.GET_EXECUTION_RESULT,
                Catalogue.GET_EXECUTION_NAMESPACE,
                Catalogue.RESOLVE_EXECUTION_FLOW_ID)) {
            assertThat(engine.call(read, unknown)).isEqualTo(Optional.empty());
        }
        for (var read : List.of(
                Catalogue.READ_EXECUTION_CONTEXT,
                Catalogue.READ_CURRENT_ATTEMPT_INDEX,
                Catalogue.READ_TOTAL_ATTEMPT_COUNT)) {
            assertThatThrownBy(() -> engine.call(read, unknown))
                    .isInstanceOfSatisfying(EngineException.class, refused -> {
                        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
                        assertThat(refused.detail())
                                .isEqualTo(read.name() + ": execution not found: " + unknown.executionId());
                    });
        }
    }

    @Test
    public void freshExecutionWaitsForAWorker() {
        var snapshot = snapshot(create());

        assertThat(snapshot.publicState()).isEqualTo(PublicState.WAITING);
        assertThat(snapshot.blockingReason()).contains(BlockingReason.WAITING_FOR_WORKER);
        assertThat(snapshot.blockingDetail()).isEmpty();
        assertThat(snapshot.currentAttempt()).isEmpty();
        assertThat(snapshot.currentLease()).isEmpty();
        assertThat(snapshot.flowId()).isEmpty();
        assertThat(snapshot.totalAttemptCount()).isZero();
        assertThat(snapshot.createdAt()).isEqualTo(START);
        assertThat(snapshot.lastMutationAt()).isEqualTo(START);
        assertThat(snapshot.laneId()).isEqualTo(LANE);
        assertThat(snapshot.namespace()).isEqualTo(SHOP);
        assertThat(snapshot.executionKind()).isEqualTo("charge");
    }

    @Test
    public void delayIsNamedInTheSnapshot() {
        var snapshot = snapshot(create(execution().delayUntil(START + 100)));

        assertThat(snapshot.publicState()).isEqualTo(PublicState.DELAYED);
        assertThat(snapshot.blockingReason()).contains(BlockingReason.WAITING_FOR_DELAY);
        assertThat(snapshot.blockingDetail().orElseThrow()).startsWith("delayed until ");
    }

    @Test
    public void claimShowsAttemptAndLeaseAndNoBlockingReason() {
        var id = create();
        var claim = claimOne("w1");

        var snapshot = snapshot(id);

        assertThat(snapshot.blockingReason()).isEmpty();
        assertThat(snapshot.currentAttempt()).contains(new ExecutionSnapshot.CurrentAttempt(claim.attemptId(), 0));
        assertThat(snapshot.currentLease())
                .contains(new ExecutionSnapshot.CurrentLease(
                        claim.leaseId(), 1, claimRequest("w1", 1).workerInstanceId(), 0, START + TTL_MS, START));
        assertThat(snapshot.totalAttemptCount()).isEqualTo(1);
    }

    @Test
    public void endShowsTheAttemptButNoLeaseAndScheduledRetryNeither() {
        var done = create();
        engine.call(Catalogue.COMPLETE, new CompleteRequest(claimOne("w1").handle(), Optional.empty()));
        var failing = create(execution().policyJson(ONE_RETRY));
        engine.call(Catalogue.FAIL, failure(claimOne("w1"), FailureClass.TRANSIENT));

        assertThat(snapshot(done).currentAttempt()).isPresent();
        assertThat(snapshot(done).currentLease()).isEmpty();
        assertThat(snapshot(failing).currentAttempt()).isEmpty();
        assertThat(snapshot(failing).currentLease()).isEmpty();
    }

    @Test
    public void expiredLeaseIsShownUntilItIsReclaimed() {
        var id = create();
        claimOne("w1");
        advance(TTL_MS);
        engine.call(Catalogue.MARK_LEASE_EXPIRED_IF_DUE, new ExecutionRef(id));

        assertThat(snapshot(id).currentLease().orElseThrow().expiresAt()).isEqualTo(START + TTL_MS);
        assertThat(snapshot(id).currentLease().orElseThrow().workerInstanceId().value())
                .isEqualTo("w1-1");
    }

    @Test
    public void countersDifferWhileARetryIsPending() {
        var id = create(execution().policyJson(ONE_RETRY));
        assertThat(engine.call(Catalogue.READ_CURRENT_ATTEMPT_INDEX, new ExecutionRef(id)))
                .isZero();
        assertThat(engine.call(Catalogue.READ_TOTAL_ATTEMPT_COUNT, new ExecutionRef(id)))
                .isZero();
        engine.call(Catalogue.FAIL, failure(claimOne("w1"), FailureClass.TRANSIENT));

        assertThat(engine.call(Catalogue.READ_CURRENT_ATTEMPT_INDEX, new ExecutionRef(id)))
                .isZero();
        assertThat(engine.call(Catalogue.READ_TOTAL_ATTEMPT_COUNT, new ExecutionRef(id)))
                .isEqualTo(1);
    }

    @Test
    public void startIsTheFirstClaimAndEndOnlyTheEnd() {
        var id = create(execution().policyJson(ONE_RETRY).priority(7));
        advance(10);
        engine.call(Catalogue.FAIL, failure(claimOne("w1"), FailureClass.TRANSIENT));
        advance(1000);
        engine.call(Catalogue.PROMOTE_DELAYED, new ExecutionRef(id));
        claimOne("w1");

        var running = info(id);
        assertThat(running.startedAt()).contains(START + 10);
        assertThat(running.completedAt()).isEmpty();
        assertThat(running.currentAttemptIndex()).isEqualTo(1);
        assertThat(running.priority()).isEqualTo(7);

        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "enough"));

        var ended = info(id);
        assertThat(ended.stateVector().lifecyclePhase()).isEqualTo(LifecyclePhase.TERMINAL);
        assertThat(ended.stateVector().terminalOutcome()).isEqualTo(TerminalOutcome.CANCELLED);
        assertThat(ended.completedAt()).contains(START + 1010);
        assertThat(engine.call(Catalogue.READ_EXECUTION_STATE, new ExecutionRef(id)))
                .contains(PublicState.CANCELLED);
    }

    @Test
    public void contextGivesTheBytesBackUnchanged() {
        var input = new Payload(new byte[] {(byte) 0xFF, 0, (byte) 0xC0}, Optional.of("raw"));
        var id = create(execution().input(input).tag("acme.order", "o-1"));
        var bare = create();

        assertThat(context(id)).isEqualTo(new ExecutionContext(input, "charge", Map.of("acme.order", "o-1")));
        assertThat(context(bare)).isEqualTo(new ExecutionContext(Payload.EMPTY, "charge", Map.of()));
    }

    @Test
    public void resultWithoutBytesIsAbsent() {
        var id = create();
        engine.call(Catalogue.COMPLETE, new CompleteRequest(claimOne("w1").handle(), Optional.of(Payload.EMPTY)));

        assertThat(engine.call(Catalogue.GET_EXECUTION_RESULT, new ExecutionRef(id)))
                .isEmpty();
    }

    @Test
    public void namespaceIsReadAndSoloExecutionsHaveNoFlow() {
        var id = new ExecutionRef(create());

        assertThat(engine.call(Catalogue.GET_EXECUTION_NAMESPACE, id)).contains(SHOP);
        assertThat(engine.call(Catalogue.RESOLVE_EXECUTION_FLOW_ID, id)).isEmpty();
    }

    @Test
    public void storeAnswersTellsTheTimeAndWhichOperationsItHas() {
        assertThat(engine.call(Catalogue.PING, NoArguments.NONE)).isEqualTo(Ok.OK);
        assertThat(engine.call(Catalogue.SERVER_TIME_MS, NoArguments.NONE)).isEqualTo(START);
        assertThat(engine.call(Catalogue.BACKEND_LABEL, NoArguments.NONE))
                .isEqualTo(store.backend().label());
        var capabilities = engine.call(Catalogue.CAPABILITIES, NoArguments.NONE);
        assertThat(capabilities.identity().family()).isEqualTo(store.backend().label());
        assertThat(capabilities.supports())
                .containsOnlyKeys(BackendFlag.values())
                .containsEntry(BackendFlag.CANCEL_EXECUTION, true)
                .containsEntry(BackendFlag.ISSUE_RECLAIM_GRANT, true)
                .containsEntry(BackendFlag.BUDGET_ADMIN, false);
    }

    @Test
    public void nothingIsLeftToPrepareHoweverOftenItIsAsked() {
        assertThat(engine.call(Catalogue.PREPARE, NoArguments.NONE)).isEqualTo(new PrepareOutcome.NoOp());
        assertThat(engine.call(Catalogue.PREPARE, NoArguments.NONE)).isEqualTo(new PrepareOutcome.NoOp());
    }

    private ExecutionSnapshot snapshot(ExecutionId id) {
        return engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id)).orElseThrow();
    }

    private ExecutionInfo info(ExecutionId id) {
        return engine.call(Catalogue.READ_EXECUTION_INFO, new ExecutionRef(id)).orElseThrow();
    }

    private ExecutionContext context(ExecutionId id) {
        return engine.call(Catalogue.READ_EXECUTION_CONTEXT, new ExecutionRef(id));
    }
}
