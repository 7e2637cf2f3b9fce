package io.flowfabric.store.testkit.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.lease.ProgressRequest;
import io.flowfabric.model.op.lease.RenewOutcome;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultRequest;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.timer.MarkExpiredOutcome.AlreadySatisfied;
import io.flowfabric.model.op.timer.MarkExpiredOutcome.MarkedExpired;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** 02 §3, §6, §7, §10 and §11 on a store: what a holder does, and what becomes of a lost one. */
@Covers({
    "renew",
    "progress",
    "complete",
    "fail",
    "delay",
    "describe_execution",
    "list_attempts",
    "get_execution_result",
    "await_result"
})
public abstract class LeaseContract extends ContractSuite {
    @Test
    public void renewExtendsTheLeaseUnderTheSameEpoch() {
        var id = create();
        var claim = claimOne("w1");
        advance(10_000);

        assertThat(engine.call(Catalogue.RENEW, new RenewRequest(claim.handle())))
                .isEqualTo(new RenewOutcome(START + 10_000 + TTL_MS, 1));
        assertThat(describe(id).lease().orElseThrow().expiresAt()).isEqualTo(START + 10_000 + TTL_MS);
        assertThat(types()).containsExactly("acquired", "renewed");
    }

    @Test
    public void completionStoresTheResultAndEndsTheLease() {
        var id = create();
        var claim = claimOne("w1");
        var noise = Payload.of(new byte[] {(byte) 0xFF, 0, (byte) 0xC0});
        engine.call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.of(noise)));

        var e = describe(id);
        assertThat(e.publicState()).isEqualTo(PublicState.COMPLETED);
        assertThat(e.timing().completedAt()).hasValue(START);
        assertThat(e.currentAttemptId()).contains(claim.attemptId());
        assertThat(e.lease()).isEmpty();
        assertThat(engine.call(Catalogue.GET_EXECUTION_RESULT, new ExecutionRef(id)))
                .contains(noise);
        assertThat(types()).containsExactly("acquired", "success", "revoked");
        assertThat(attempts(id))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.status()).isEqualTo(AttemptStatus.ENDED_SUCCESS));
        assertThat(engine.call(Catalogue.AWAIT_RESULT, new AwaitResultRequest(id, 0)))
                .isEqualTo(new AwaitResultOutcome.Ended(
                        PublicState.COMPLETED, Optional.of(noise), Optional.empty(), Optional.empty()));
    }

    @Test
    public void completionWithoutPayloadHasNoResult() {
        var id = create();
        engine.call(Catalogue.COMPLETE, new CompleteRequest(claimOne("w1").handle(), Optional.empty()));

        assertThat(engine.call(Catalogue.GET_EXECUTION_RESULT, new ExecutionRef(id)))
                .isEmpty();
    }

    @Test
    public void repeatedCompletionAnswersTheSameAndWritesNothing() {
        var id = create();
        var request = new CompleteRequest(claimOne("w1").handle(), Optional.of(Payload.json("1")));
        engine.call(Catalogue.COMPLETE, request);
        var before = describe(id);
        advance(60_000);

        engine.call(Catalogue.COMPLETE, request);

        assertThat(describe(id)).isEqualTo(before);
        assertThat(types()).containsExactly("acquired", "success", "revoked");
    }

    @Test
    public void leaseThatEndsNowCannotCompleteAndStaysMarked() {
        var id = create();
        var claim = claimOne("w1");
        advance(TTL_MS);

        refused(ErrorCode.LEASE_EXPIRED, Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.empty()));
        refused(ErrorCode.LEASE_EXPIRED, Catalogue.RENEW, new RenewRequest(claim.handle()));

        assertThat(describe(id).vector())
                .isEqualTo(StateVector.of(VectorRow.LEASE_EXPIRED, AttemptState.ATTEMPT_INTERRUPTED));
        assertThat(describe(id).publicState()).isEqualTo(PublicState.ACTIVE);
        assertThat(types()).containsExactly("acquired", "expired");
    }

    @Test
    public void expiredLeaseIsReclaimedByTheNextClaimer() {
        var id = create();
        var lost = claimOne("w1");
        advance(TTL_MS);
        assertThat(claim("w2", 1)).as("it is not marked yet").isEmpty();
        assertThat(mark(id)).isEqualTo(new MarkedExpired());
        assertThat(mark(id)).isEqualTo(new AlreadySatisfied("already_expired"));

        var taken = claimOne("w2");

        assertThat(taken.handle().kind()).isEqualTo(HandleKind.RECLAIMED);
        assertThat(taken.attemptType()).contains(AttemptType.RECLAIM);
        assertThat(taken.leaseEpoch()).isEqualTo(2);
        assertThat(taken.attemptIndex()).isEqualTo(1);
        assertThat(describe(id).counters().reclaims()).isEqualTo(1);
        assertThat(attempts(id).get(0).status()).isEqualTo(AttemptStatus.INTERRUPTED_RECLAIMED);
        assertThat(types()).containsExactly("acquired", "expired", "reclaimed");
        refused(ErrorCode.STALE_LEASE, Catalogue.COMPLETE, new CompleteRequest(lost.handle(), Optional.empty()));
        refused(ErrorCode.STALE_LEASE, Catalogue.RENEW, new RenewRequest(lost.handle()));
    }

    @Test
    public void executionReclaimedTooOftenFailsAndTheClaimGoesOn() {
        var id = create(execution().policyJson("{\"max_reclaim_count\":0}"));
        claimOne("w1");
        advance(TTL_MS);
        mark(id);
        var next = create();

        assertThat(claimOne("w2").executionId()).isEqualTo(next);
        var e = describe(id);
        assertThat(e.publicState()).isEqualTo(PublicState.FAILED);
        assertThat(e.ending().failureReason()).contains("max_reclaims_exceeded");
        assertThat(e.counters().reclaims()).isZero();
    }

    @Test
    public void progressOverwritesOnlyWhatIsGiven() {
        var id = create();
        var handle = claimOne("w1").handle();
        progress(handle, OptionalInt.of(10), Optional.of("a"));
        progress(handle, OptionalInt.of(75), Optional.empty());
        assertThat(describe(id).progress().message()).contains("a");
        progress(handle, OptionalInt.empty(), Optional.of("b"));

        assertThat(describe(id).progress().percent()).hasValue(75);
        assertThat(describe(id).progress().message()).contains("b");
        refused(
                ErrorCode.INVALID_INPUT,
                Catalogue.PROGRESS,
                new ProgressRequest(handle, OptionalInt.of(101), Optional.empty()));
        assertThat(types()).containsExactly("acquired");
    }

    @Test
    public void progressOfNothingChangesOnlyTheTime() {
        var id = create();
        var handle = claimOne("w1").handle();
        progress(handle, OptionalInt.of(25), Optional.empty());
        assertThat(describe(id).progress().message()).isEmpty();
        advance(5);

        progress(handle, OptionalInt.empty(), Optional.empty());
        progress(handle, OptionalInt.empty(), Optional.of(""));

        var e = describe(id);
        assertThat(e.progress().percent()).hasValue(25);
        assertThat(e.progress().message()).isEmpty();
        assertThat(e.progress().updatedAt()).hasValue(START + 5);
        assertThat(e.timing().lastMutationAt()).isEqualTo(START + 5);
    }

    @Test
    public void delayPausesTheAttempt() {
        var id = create(execution().deadlineAt(START + 900));
        var claim = claimOne("w1");
        engine.call(Catalogue.DELAY, new DelayRequest(claim.handle(), START + 500));

        var e = describe(id);
        assertThat(e.lease()).isEmpty();
        assertThat(e.dueTimes().delayUntil()).hasValue(START + 500);
        assertThat(e.dueTimes().deadlineAt()).hasValue(START + 900);
        assertThat(e.vector()).isEqualTo(StateVector.of(VectorRow.DELAYED, AttemptState.ATTEMPT_INTERRUPTED));
        assertThat(attempts(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.status()).isEqualTo(AttemptStatus.SUSPENDED);
            assertThat(attempt.pausedBy()).contains("worker_delay");
        });
        assertThat(types()).containsExactly("acquired", "revoked");
        refused(ErrorCode.EXECUTION_NOT_ACTIVE, Catalogue.FAIL, failure(claim, FailureClass.TRANSIENT));
    }

    @Test
    public void operatorCancelsARunningExecutionAndTheWorkerIsTold() {
        var id = create();
        var claim = claimOne("w1");
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "changed my mind"));
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "again"));

        assertThat(describe(id).publicState()).isEqualTo(PublicState.CANCELLED);
        assertThat(describe(id).ending().cancellationReason()).contains("changed my mind");
        assertThat(types()).containsExactly("acquired", "cancelled", "revoked");
        assertThatThrownBy(() -> engine.call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.empty())))
                .isInstanceOfSatisfying(EngineException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.EXECUTION_NOT_ACTIVE);
                    assertThat(refusal.details())
                            .containsEntry("terminal_outcome", "cancelled")
                            .containsEntry("lease_epoch", "1")
                            .containsEntry("lifecycle_phase", "terminal")
                            .containsEntry("attempt_id", claim.attemptId().toString());
                });
    }

    @Test
    public void eventsCarryNamespaceAndInstanceTag() {
        create(execution().tag("cairn.instance_id", "i-42"));
        engine.call(Catalogue.COMPLETE, new CompleteRequest(claimOne("w1").handle(), Optional.empty()));

        assertThat(events()).hasSize(4).allSatisfy(event -> {
            assertThat(event.namespace()).isEqualTo(SHOP);
            assertThat(event.instanceTag()).contains("i-42");
        });
    }

    @Test
    public void handleOfAnotherStoreIsRefused() {
        create();
        var own = claimOne("w1").handle();
        var foreign = new Handle(BackendTag.VALKEY, own.kind(), own.bytes());

        refused(ErrorCode.HANDLE_FROM_OTHER_BACKEND, Catalogue.RENEW, new RenewRequest(foreign));
        refused(
                ErrorCode.CORRUPTION,
                Catalogue.RENEW,
                new RenewRequest(new Handle(own.backend(), own.kind(), new byte[] {2, 1})));
    }

    @Test
    public void clockThatGoesBackDoesNotMoveTimesBack() {
        var id = create();
        advance(-60_000);
        claimOne("w1");

        var e = describe(id);
        assertThat(e.timing().lastMutationAt()).isEqualTo(START);
        assertThat(e.lease().orElseThrow().expiresAt()).isEqualTo(START + TTL_MS);
    }

    private void progress(Handle handle, OptionalInt percent, Optional<String> message) {
        engine.call(Catalogue.PROGRESS, new ProgressRequest(handle, percent, message));
    }
}
