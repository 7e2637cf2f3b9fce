package io.flowfabric.store.testkit.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.operator.ChangePriority;
import io.flowfabric.model.op.operator.ChangePriorityOutcome;
import io.flowfabric.model.op.operator.ReplayOutcome;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.operator.RevokeOutcome;
import io.flowfabric.model.op.operator.RevokeOutcome.AlreadySatisfied;
import io.flowfabric.model.op.operator.RevokeOutcome.Revoked;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.timer.ExpireExecution;
import io.flowfabric.model.op.timer.TimeoutPhase;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import io.flowfabric.store.testkit.fixture.SampleRequests;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** 02 §9.2–§9.4 on a store: priority, replay, revocation. */
@Covers({"change_priority", "replay_execution", "revoke_lease"})
public abstract class OperatorContract extends ContractSuite {

    @Test
    public void priorityMovesAnExecutionWithinItsLane() {
        var first = create(execution().priority(5));
        advance(1);
        var second = create(execution().priority(5));

        assertThat(changePriority(second, 20_000)).isEqualTo(new ChangePriorityOutcome.Changed(second));

        assertThat(describe(second).priority()).isEqualTo(9000);
        assertThat(events())
                .singleElement()
                .isInstanceOfSatisfying(
                        OperatorEvent.class,
                        event -> assertThat(event.details())
                                .containsExactlyInAnyOrderEntriesOf(Map.of("old_priority", 5, "new_priority", 9000)));
        assertThat(claim("w1", 2)).extracting(Claim::executionId).containsExactly(second, first);
    }

    @Test
    public void onlyThePriorityOfAnEligibleExecutionChanges() {
        var delayed = create(execution().delayUntil(START + 5));
        refusedPriority(delayed);
        var id = create();
        var claim = claimOne("w1");
        refusedPriority(id);
        complete(claim);
        refusedPriority(id);
        assertThat(types()).doesNotContain("priority_changed");
        refused(ErrorCode.EXECUTION_NOT_FOUND, Catalogue.CHANGE_PRIORITY, new ChangePriority(unknown(), 1));
    }

    @Test
    public void replayStartsAgainWithANewAttempt() {
        var id = create();
        engine.call(Catalogue.COMPLETE, new CompleteRequest(claimOne("w1").handle(), Optional.of(Payload.json("1"))));
        advance(10);

        assertThat(replay(id)).isEqualTo(new ReplayOutcome.Replayed(PublicState.WAITING));

        var e = describe(id);
        assertThat(e.vector()).isEqualTo(StateVector.of(VectorRow.ELIGIBLE, AttemptState.PENDING_REPLAY_ATTEMPT));
        assertThat(e.counters().replays()).isEqualTo(1);
        assertThat(e.timing().completedAt()).isEmpty();
        assertThat(engine.call(Catalogue.GET_EXECUTION_RESULT, new ExecutionRef(id)))
                .isEmpty();
        assertThat(types()).containsExactly("acquired", "success", "revoked", "replayed");
        var claim = claimOne("w2");
        assertThat(claim.attemptType()).contains(AttemptType.REPLAY);
        assertThat(claim.attemptIndex()).isEqualTo(1);
        assertThat(claim.leaseEpoch()).isEqualTo(2);
        assertThat(attempts(id).get(0).status()).isEqualTo(AttemptStatus.ENDED_SUCCESS);
        assertThat(attempts(id).get(1).lineage().previousIndex()).hasValue(0);
        assertThat(describe(id).timing().startedAt()).hasValue(START);
    }

    @Test
    public void replayedExecutionKeepsItsPlace() {
        var older = create();
        complete(claimOne("w1"));
        advance(1);
        var younger = create();
        replay(older);

        assertThat(claim("w1", 2)).extracting(Claim::executionId).containsExactly(older, younger);
    }

    @Test
    public void everyEndMayBeReplayedAndClearsItsReasons() {
        var failed = create();
        engine.call(Catalogue.FAIL, failure(claimOne("w1"), FailureClass.PERMANENT));
        replay(failed);
        assertThat(describe(failed).ending().failureReason()).isEmpty();

        var cancelled = create(execution().delayUntil(START + 1));
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(cancelled, "no"));
        replay(cancelled);
        assertThat(describe(cancelled).publicState()).isEqualTo(PublicState.WAITING);
        assertThat(describe(cancelled).ending().cancellationReason()).isEmpty();
        assertThat(describe(cancelled).ending().cancelledBy()).isEmpty();

        var expired = create(execution().deadlineAt(START));
        engine.call(Catalogue.EXPIRE_EXECUTION, new ExpireExecution(expired, TimeoutPhase.EXECUTION_DEADLINE));
        replay(expired);
        assertThat(describe(expired).publicState()).isEqualTo(PublicState.WAITING);
        assertThat(describe(expired).ending().failureReason()).isEmpty();
        assertThat(describe(expired).dueTimes().deadlineAt())
                .as("not armed again")
                .isEmpty();
    }

    @Test
    public void onlyWhatHasEndedIsReplayed() {
        var id = create();
        refused(ErrorCode.EXECUTION_NOT_TERMINAL, Catalogue.REPLAY_EXECUTION, new ExecutionRef(id));
        claimOne("w1");
        refused(ErrorCode.EXECUTION_NOT_TERMINAL, Catalogue.REPLAY_EXECUTION, new ExecutionRef(id));
        refused(ErrorCode.EXECUTION_NOT_FOUND, Catalogue.REPLAY_EXECUTION, new ExecutionRef(unknown()));
    }

    @Test
    public void replaysAreLimited() {
        var byDefault = create();
        for (int i = 0; i < 10; i++) {
            complete(claimOne("w1"));
            replay(byDefault);
        }
        complete(claimOne("w1"));
        refused(ErrorCode.MAX_REPLAYS_EXHAUSTED, Catalogue.REPLAY_EXECUTION, new ExecutionRef(byDefault));

        var never = create(execution().policyJson("{\"max_replay_count\":0}"));
        complete(claimOne("w1"));
        refused(ErrorCode.MAX_REPLAYS_EXHAUSTED, Catalogue.REPLAY_EXECUTION, new ExecutionRef(never));
    }

    @Test
    public void revokedLeaseIsDeadButItsExecutionStaysActive() {
        var id = create();
        var claim = claimOne("w1");
        advance(3);

        assertThat(revoke(RevokeLease.ofAnybody(id, "stuck"))).isEqualTo(new Revoked(claim.leaseId(), 1));

        var e = describe(id);
        assertThat(e.vector()).isEqualTo(StateVector.of(VectorRow.LEASE_REVOKED, AttemptState.ATTEMPT_INTERRUPTED));
        assertThat(e.publicState()).isEqualTo(PublicState.ACTIVE);
        assertThat(e.blockingDetail()).isEqualTo("lease revoked: stuck");
        assertThat(e.leaseEpoch()).isEqualTo(1);
        assertThat(e.timing().lastTransitionAt()).isEqualTo(START);
        assertThat(attempts(id).get(0).status()).isEqualTo(AttemptStatus.STARTED);
        assertThat(events().get(1)).isInstanceOfSatisfying(LeaseEvent.class, event -> {
            assertThat(event.revokedBy()).contains(RevokedBy.OPERATOR);
            assertThat(event.reason()).contains("stuck");
        });
        refused(ErrorCode.LEASE_REVOKED, Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.empty()));
        refused(ErrorCode.EXECUTION_NOT_LEASEABLE, Catalogue.CLAIM_EXECUTION, SampleRequests.claim(id, "w2"));
        assertThat(claimOne("w2").handle().kind()).isEqualTo(HandleKind.RECLAIMED);
    }

    @Test
    public void revokingNothingIsSatisfiedAlready() {
        var id = create();
        assertThat(revoke(RevokeLease.ofAnybody(id, ""))).isEqualTo(new AlreadySatisfied("no_active_lease"));
        claimOne("w1");
        revoke(RevokeLease.ofAnybody(id, ""));
        assertThat(describe(id).blockingDetail()).isEqualTo("lease revoked: operator");
        assertThat(revoke(RevokeLease.ofAnybody(id, ""))).isEqualTo(new AlreadySatisfied("already_revoked"));
        assertThat(types()).containsExactly("acquired", "revoked");

        var expired = create(execution().priority(9));
        lost(expired, "w1");
        assertThat(revoke(RevokeLease.ofAnybody(expired, ""))).isEqualTo(new AlreadySatisfied("already_expired"));
        refused(ErrorCode.EXECUTION_NOT_FOUND, Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(unknown(), ""));
    }

    @Test
    public void onlyTheExpectedLeaseIsRevoked() {
        var id = create();
        var claim = claimOne("w1");

        assertThat(revoke(new RevokeLease(
                        id, Optional.of(LeaseId.mint()), Optional.of(new WorkerInstanceId("other")), "")))
                .isEqualTo(new AlreadySatisfied("different_worker_instance_id"));
        refused(
                ErrorCode.STALE_LEASE,
                Catalogue.REVOKE_LEASE,
                new RevokeLease(id, Optional.of(LeaseId.mint()), Optional.empty(), ""));
        assertThat(describe(id).vector().row()).isEqualTo(VectorRow.LEASED);
        assertThat(revoke(new RevokeLease(
                        id, Optional.of(claim.leaseId()), Optional.of(SampleRequests.instance("w1")), "")))
                .isInstanceOf(Revoked.class);
    }

    private ChangePriorityOutcome changePriority(ExecutionId id, int priority) {
        return engine.call(Catalogue.CHANGE_PRIORITY, new ChangePriority(id, priority));
    }

    private void refusedPriority(ExecutionId id) {
        refused(ErrorCode.EXECUTION_NOT_ELIGIBLE, Catalogue.CHANGE_PRIORITY, new ChangePriority(id, 1));
    }

    private ReplayOutcome replay(ExecutionId id) {
        return engine.call(Catalogue.REPLAY_EXECUTION, new ExecutionRef(id));
    }

    private RevokeOutcome revoke(RevokeLease args) {
        return engine.call(Catalogue.REVOKE_LEASE, args);
    }
}
