package io.flowfabric.store.testkit.contract.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.operator.BlockExecutionForAdmission;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.read.Explanation;
import io.flowfabric.model.op.read.Explanation.Reason;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.timer.ExpireExecution;
import io.flowfabric.model.op.timer.TimeoutPhase;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import io.flowfabric.store.testkit.fixture.SampleRequests;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 08 §8 on a store: each state that can be reached says what holds it. */
@Covers("explain_execution")
public abstract class ExplainContract extends ContractSuite {
    private static final long LIVENESS_MS = 1_000;

    @Test
    public void unknownExecutionIsNotFound() {
        refused(ErrorCode.EXECUTION_NOT_FOUND, Catalogue.EXPLAIN_EXECUTION, new ExecutionRef(unknown()));
    }

    @Test
    public void eligibleExecutionWaitsForAWorkerBehindThoseBeforeIt() {
        create(execution().priority(5));
        advance(1);
        create();
        create(execution().delayUntil(START + 60_000));
        advance(1);
        var id = create();
        advance(1);
        create();
        register("w1", SHOP, LANE);
        register("w2", new Namespace("other"), LANE);
        register("w3", SHOP, new LaneId("other"));

        var reason = only(id, "waiting_for_worker");

        assertThat(reason.details()).isEqualTo(Map.of("ahead", 2, "live_workers", 1));
        assertThat(explain(id).publicState()).isEqualTo(PublicState.WAITING);
        advance(LIVENESS_MS);
        assertThat(only(id, "waiting_for_worker").details()).containsEntry("live_workers", 0);
    }

    @Test
    public void delayedExecutionSaysUntilWhen() {
        var id = create(execution().delayUntil(START + 60_000));

        assertThat(only(id, "waiting_for_delay").details()).isEqualTo(Map.of("delay_until", START + 60_000));
    }

    @Test
    public void backoffNamesTheFailureAndTheRetry() {
        var id = create(execution()
                .policyJson(
                        "{\"retry_policy\":{\"max_retries\":3,\"backoff\":{\"type\":\"fixed\",\"delay_ms\":700}}}"));
        engine.call(Catalogue.FAIL, failure(claimOne("w1"), FailureClass.TRANSIENT));

        var reason = only(id, "waiting_for_retry_backoff");

        assertThat(reason.details())
                .isEqualTo(Map.of(
                        "delay_until", START + 700, "retry_count", 1, "max_retries", 3L, "last_failure", "boom"));
        assertThat(reason.text()).contains("boom", "retry 1 of 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"waiting_for_budget", "waiting_for_quota", "paused_by_operator", "paused_by_policy"})
    public void blockedExecutionRepeatsWhatWasSaidAboutIt(String code) {
        var id = create();
        engine.call(
                Catalogue.BLOCK_EXECUTION_FOR_ADMISSION,
                new BlockExecutionForAdmission(id, Optional.empty(), code, Optional.of("month end")));

        var reason = only(id, code);

        assertThat(reason.details()).isEqualTo(Map.of("blocking_detail", "month end"));
        assertThat(reason.text()).contains("month end");
    }

    @Test
    public void requirementThatNoWorkerMeetsNamesTheClosestWorker() {
        var id = create(execution().policyJson(requiring("gpu", "cuda")));
        var routed = create(execution().policyJson(requiring("gpu", "cuda")));
        register("w1", SHOP, LANE);
        register("w2", SHOP, LANE, "gpu");
        register("w3", new Namespace("other"), LANE, "gpu", "cuda");
        engine.call(
                Catalogue.BLOCK_EXECUTION_FOR_ADMISSION,
                new BlockExecutionForAdmission(
                        routed, Optional.empty(), "waiting_for_capable_worker", Optional.empty()));

        for (var each : List.of(id, routed)) {
            assertThat(only(each, "waiting_for_capable_worker").details())
                    .isEqualTo(Map.of(
                            "required",
                            List.of("cuda", "gpu"),
                            "live_workers",
                            2,
                            "closest",
                            Map.of("worker_instance_id", "w2-1", "missing", List.of("cuda"))));
        }
        register("w4", SHOP, LANE, "cuda", "gpu");
        assertThat(only(id, "waiting_for_worker").details()).containsEntry("live_workers", 3);
    }

    @Test
    public void liveGrantComesBeforeWhatTheNextClaimWouldMeet() {
        var id = create(execution().policyJson(requiring("gpu")));
        engine.call(Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(id, "w1", "gpu"));

        assertThat(explain(id).reasons())
                .extracting(Reason::code)
                .containsExactly("granted", "waiting_for_capable_worker");
        assertThat(explain(id).reasons().get(0).details())
                .isEqualTo(Map.of("worker_id", "w1", "grant_expires_at", START + SampleRequests.GRANT_TTL_MS));
        advance(SampleRequests.GRANT_TTL_MS + 1);
        only(id, "waiting_for_capable_worker");
    }

    @Test
    public void runningExecutionNamesItsWorker() {
        var id = create();
        claimOne("w1");

        assertThat(only(id, "running").details())
                .isEqualTo(Map.of(
                        "worker_id",
                        "w1",
                        "worker_instance_id",
                        "w1-1",
                        "attempt_index",
                        0,
                        "lease_expires_at",
                        START + TTL_MS));
    }

    @Test
    public void expiredLeaseIsSeenBeforeAndAfterItIsMarked() {
        var id = create();
        claimOne("w1");
        advance(TTL_MS);
        var unmarked = only(id, "lease_expired").details();
        mark(id);

        assertThat(only(id, "lease_expired").details())
                .isEqualTo(unmarked)
                .isEqualTo(Map.of(
                        "worker_instance_id",
                        "w1-1",
                        "since",
                        START + TTL_MS,
                        "reclaimable_at",
                        START + TTL_MS,
                        "reclaim_count",
                        0,
                        "cap",
                        100L));
    }

    @Test
    public void revokedLeaseIsToldFromAnExpiredOne() {
        var id = create();
        claimOne("w1");
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(id, ""));

        assertThat(only(id, "lease_revoked").details()).containsEntry("worker_instance_id", "w1-1");
    }

    @Test
    public void endedExecutionSaysHowAndWhetherItCanBeReplayed() {
        var completed = create();
        complete(claimOne("w1"));
        var failed = create();
        engine.call(Catalogue.FAIL, failure(claimOne("w1"), FailureClass.PERMANENT));
        var cancelled = create();
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(cancelled, "enough"));
        var expired = create(execution().deadlineAt(START + 1));
        advance(1);
        engine.call(Catalogue.EXPIRE_EXECUTION, new ExpireExecution(expired, TimeoutPhase.EXECUTION_DEADLINE));

        assertThat(only(completed, "ended").details())
                .isEqualTo(Map.of("outcome", "success", "completed_at", START, "replays_left", 10L));
        assertThat(only(failed, "ended").details())
                .containsEntry("outcome", "failed")
                .containsEntry("failure_reason", "boom");
        assertThat(only(cancelled, "ended").details())
                .containsEntry("outcome", "cancelled")
                .containsEntry("cancellation_reason", "enough");
        assertThat(only(expired, "ended").details())
                .containsEntry("outcome", "expired")
                .containsEntry("failure_reason", "execution_deadline");
        engine.call(Catalogue.REPLAY_EXECUTION, new ExecutionRef(failed));
        only(failed, "waiting_for_worker");
    }

    private Explanation explain(ExecutionId id) {
        return engine.call(Catalogue.EXPLAIN_EXECUTION, new ExecutionRef(id));
    }

    private Reason only(ExecutionId id, String code) {
        var explanation = explain(id);
        assertThat(explanation.executionId()).isEqualTo(id);
        assertThat(explanation.reasons()).extracting(Reason::code).containsExactly(code);
        return explanation.reasons().get(0);
    }

    private void register(String worker, Namespace namespace, LaneId lane, String... capabilities) {
        engine.call(
                Catalogue.REGISTER_WORKER,
                SampleRequests.registration(worker, namespace, lane, LIVENESS_MS, capabilities));
    }
}
