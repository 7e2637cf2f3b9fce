package io.flowfabric.store.testkit.contract.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.grant.GrantOutcome.Granted;
import io.flowfabric.model.op.operator.BlockExecutionForAdmission;
import io.flowfabric.model.op.operator.BlockOutcome;
import io.flowfabric.model.op.operator.BlockOutcome.Blocked;
import io.flowfabric.model.op.operator.BlockOutcome.Rejected;
import io.flowfabric.model.op.operator.BlockRoute;
import io.flowfabric.model.op.operator.UnblockExecution;
import io.flowfabric.model.op.operator.UnblockOutcome;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.timer.ExpireExecution;
import io.flowfabric.model.op.timer.ExpireOutcome;
import io.flowfabric.model.op.timer.TimeoutPhase;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import io.flowfabric.store.testkit.fixture.SampleRequests;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 02 §5.8 and 05 §4.1–§4.2 on a store: out of the order of the lane, and back into the old place. */
@Covers({"block_route", "block_execution_for_admission", "unblock_execution"})
public abstract class BlockContract extends ContractSuite {
    private static final String ROUTE = "waiting_for_capable_worker";

    @ParameterizedTest
    @CsvSource({
        "waiting_for_budget, BLOCKED_BY_BUDGET, RATE_LIMITED",
        "waiting_for_quota, BLOCKED_BY_QUOTA, RATE_LIMITED",
        "waiting_for_capable_worker, BLOCKED_BY_ROUTE, WAITING",
        "paused_by_operator, BLOCKED_BY_OPERATOR, WAITING",
        "paused_by_policy, BLOCKED_BY_LANE_STATE, WAITING"
    })
    public void eachReasonHasItsState(String reason, VectorRow row, PublicState shown) {
        var id = create(execution().policyJson(requiring("gpu")));
        advance(5);

        assertThat(block(id, reason)).isEqualTo(new Blocked(id, reason));

        var e = describe(id);
        assertThat(e.vector()).isEqualTo(StateVector.of(row, AttemptState.PENDING_FIRST_ATTEMPT));
        assertThat(e.publicState()).isEqualTo(shown);
        assertThat(e.blockingDetail()).isEqualTo("because");
        assertThat(e.timing().lastTransitionAt()).isEqualTo(START + 5);
        assertThat(claim("w1", 1)).isEmpty();
        assertThat(unblock(id, Optional.of(reason))).isEqualTo(new UnblockOutcome.Unblocked());
        assertThat(describe(id).vector())
                .isEqualTo(StateVector.of(VectorRow.ELIGIBLE, AttemptState.PENDING_FIRST_ATTEMPT));
        assertThat(describe(id).blockingDetail()).isEmpty();
        assertThat(events()).isEmpty();
    }

    @Test
    public void refusedBlockIsAnOutcome() {
        var id = create();
        assertThat(block(unknown(), "nonsense")).isEqualTo(new Rejected("execution_not_found"));
        assertThat(block(id, "nonsense")).isEqualTo(new Rejected("invalid_blocking_reason"));
        assertThat(block(id, "waiting_for_signal")).isEqualTo(new Rejected("invalid_blocking_reason"));
        claimOne("w1");
        assertThat(block(id, "nonsense")).isEqualTo(new Rejected("execution_not_eligible"));
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no"));
        assertThat(block(id, "nonsense")).isEqualTo(new Rejected("execution_not_active"));
        var delayed = create(execution().delayUntil(START + 1));
        assertThat(block(delayed, ROUTE)).isEqualTo(new Rejected("execution_not_eligible"));
    }

    @Test
    public void routeIsBlockedForWantOfAWorkerOnly() {
        var id = create();

        assertThat(blockRoute(id, "waiting_for_budget")).isEqualTo(new Rejected("invalid_blocking_reason"));
        assertThat(blockRoute(unknown(), ROUTE)).isEqualTo(new Rejected("execution_not_found"));
        assertThat(blockRoute(id, ROUTE)).isEqualTo(new Blocked(id, ROUTE));
        assertThat(blockRoute(id, ROUTE)).isEqualTo(new Rejected("execution_not_eligible"));
        assertThat(describe(id).vector().row()).isEqualTo(VectorRow.BLOCKED_BY_ROUTE);
    }

    @Test
    public void unblockingForAnotherReasonIsRefused() {
        var id = create();
        block(id, "waiting_for_quota");

        refused(
                ErrorCode.EXECUTION_NOT_ELIGIBLE,
                Catalogue.UNBLOCK_EXECUTION,
                new UnblockExecution(id, Optional.of("waiting_for_budget")));
        refused(
                ErrorCode.INVALID_BLOCKING_REASON,
                Catalogue.UNBLOCK_EXECUTION,
                new UnblockExecution(unknown(), Optional.of("waiting_for_worker")));
        assertThat(unblock(id, Optional.empty())).isEqualTo(new UnblockOutcome.Unblocked());
        refused(
                ErrorCode.EXECUTION_NOT_ELIGIBLE,
                Catalogue.UNBLOCK_EXECUTION,
                new UnblockExecution(id, Optional.empty()));
        refused(
                ErrorCode.EXECUTION_NOT_FOUND,
                Catalogue.UNBLOCK_EXECUTION,
                new UnblockExecution(unknown(), Optional.empty()));
    }

    @Test
    public void unblockedExecutionIsBackInItsOldPlace() {
        var older = create();
        advance(1);
        var younger = create();
        block(older, "waiting_for_budget");
        advance(10);
        unblock(older, Optional.empty());

        assertThat(claim("w1", 2)).extracting(Claim::executionId).containsExactly(older, younger);
    }

    @Test
    public void capableClaimerTakesWhatWasBlockedByRoute() {
        var id = create(execution().policyJson(requiring("gpu")));
        blockRoute(id, ROUTE);
        assertThat(claim("w1", 1)).isEmpty();

        var claims = engine.call(
                        Catalogue.CLAIM,
                        new ClaimRequest(
                                LANE,
                                SampleRequests.worker("w2"),
                                SampleRequests.instance("w2"),
                                CapabilitySet.ofWorker(List.of("gpu")),
                                Optional.empty(),
                                TTL_MS,
                                0,
                                1))
                .claims();

        assertThat(claims).extracting(Claim::executionId).containsExactly(id);
        assertThat(describe(id).vector().row()).isEqualTo(VectorRow.LEASED);
    }

    @Test
    public void pausedAttemptGoesOnAfterABlock() {
        var id = create();
        var first = claimOne("w1");
        handBack(first);
        promote(id);
        block(id, "paused_by_operator");
        unblock(id, Optional.empty());

        assertThat(claimOne("w2").attemptId()).isEqualTo(first.attemptId());
    }

    @Test
    public void blockingTakesTheGrantAway() {
        var id = create();
        engine.call(Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(id, "w1"));
        block(id, "paused_by_operator");
        unblock(id, Optional.empty());

        assertThat(engine.call(Catalogue.ISSUE_CLAIM_GRANT, SampleRequests.claimGrant(id, "w2")))
                .isInstanceOf(Granted.class);
    }

    @Test
    public void blockedExecutionCanBeCancelledAndExpires() {
        var cancelled = create();
        block(cancelled, "waiting_for_budget");
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(cancelled, "no"));
        assertThat(describe(cancelled).publicState()).isEqualTo(PublicState.CANCELLED);

        var mortal = create(execution().deadlineAt(START + 5));
        block(mortal, "waiting_for_quota");
        advance(5);
        assertThat(engine.call(
                        Catalogue.EXPIRE_EXECUTION, new ExpireExecution(mortal, TimeoutPhase.EXECUTION_DEADLINE)))
                .isEqualTo(new ExpireOutcome.Expired(mortal));
    }

    private BlockOutcome block(ExecutionId id, String reason) {
        return engine.call(
                Catalogue.BLOCK_EXECUTION_FOR_ADMISSION,
                new BlockExecutionForAdmission(id, Optional.of(LANE), reason, Optional.of("because")));
    }

    private BlockOutcome blockRoute(ExecutionId id, String reason) {
        return engine.call(Catalogue.BLOCK_ROUTE, new BlockRoute(id, Optional.empty(), reason, ""));
    }

    private UnblockOutcome unblock(ExecutionId id, Optional<String> expected) {
        return engine.call(Catalogue.UNBLOCK_EXECUTION, new UnblockExecution(id, expected));
    }
}
