package io.flowfabric.store.testkit.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.lease.CancelRequest;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 02 §6.7 and §9.1 on a store: cancelling by the holder and from above. */
@Covers({"cancel", "cancel_execution"})
public abstract class CancelContract extends ContractSuite {

    @Test
    public void waitingExecutionIsCancelledWithoutALeaseEvent() {
        var id = create();

        assertThat(cancel(id, CancelSource.OPERATOR_OVERRIDE))
                .isEqualTo(new EndedOutcome.Cancelled(id, PublicState.CANCELLED));

        assertThat(describe(id).vector())
                .isEqualTo(StateVector.of(VectorRow.CANCELLED, AttemptState.PENDING_FIRST_ATTEMPT));
        assertThat(describe(id).ending().cancelledBy()).contains("operator_override");
        assertThat(types()).containsExactly("cancelled");
        assertThat(claim("w1", 1)).isEmpty();
    }

    @Test
    public void activeExecutionLosesItsLease() {
        var id = create();
        claimOne("w1");

        cancel(id, CancelSource.OPERATOR_OVERRIDE);

        assertThat(describe(id).vector()).isEqualTo(StateVector.of(VectorRow.CANCELLED, AttemptState.ATTEMPT_TERMINAL));
        assertThat(attempts(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.status()).isEqualTo(AttemptStatus.ENDED_CANCELLED);
            assertThat(attempt.failure().orElseThrow().reason()).isEqualTo("cancelled: why");
        });
        assertThat(types()).containsExactly("acquired", "cancelled", "revoked");
    }

    @Test
    public void pausedAttemptIsEndedToo() {
        var id = create();
        handBack(claimOne("w1"));

        cancel(id, CancelSource.OPERATOR_OVERRIDE);

        assertThat(attempts(id))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.status()).isEqualTo(AttemptStatus.ENDED_CANCELLED));
        assertThat(types()).containsExactly("acquired", "revoked", "cancelled");
    }

    @Test
    public void expiredLeaseIsNotReportedAgain() {
        var id = create();
        lost(id, "w1");

        cancel(id, CancelSource.SYSTEM_TIMEOUT);

        assertThat(types()).containsExactly("acquired", "expired", "cancelled");
    }

    @Test
    public void whatEndedOtherwiseCannotBeCancelled() {
        var id = create();
        complete(claimOne("w1"));

        var refusal = refused(
                ErrorCode.EXECUTION_NOT_ACTIVE, Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "why"));

        assertThat(refusal.details()).containsEntry("terminal_outcome", "success");
        refused(
                ErrorCode.EXECUTION_NOT_FOUND,
                Catalogue.CANCEL_EXECUTION,
                CancelExecution.byOperator(unknown(), "why"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease_holder", "some_tool"})
    public void holderAndStrangersProveTheirLeaseWhileActive(String source) {
        var id = create();
        var claim = claimOne("w1");

        assertThat(refused(
                                ErrorCode.INVALID_INPUT,
                                Catalogue.CANCEL_EXECUTION,
                                fenced(id, source, Optional.empty(), OptionalLong.of(1)))
                        .detail())
                .isEqualTo("fence_required");
        refused(
                ErrorCode.STALE_LEASE,
                Catalogue.CANCEL_EXECUTION,
                fenced(id, source, Optional.of(claim.leaseId()), OptionalLong.of(2)));
        refused(
                ErrorCode.STALE_LEASE,
                Catalogue.CANCEL_EXECUTION,
                fenced(id, source, Optional.of(LeaseId.mint()), OptionalLong.of(1)));
        assertThat(describe(id).publicState()).isEqualTo(PublicState.ACTIVE);

        engine.call(Catalogue.CANCEL_EXECUTION, fenced(id, source, Optional.of(claim.leaseId()), OptionalLong.of(1)));
        assertThat(describe(id).ending().cancelledBy()).contains(source);
    }

    @Test
    public void absentLeaseIsProvenByNoFence() {
        var id = create();

        engine.call(Catalogue.CANCEL_EXECUTION, fenced(id, "lease_holder", Optional.empty(), OptionalLong.empty()));

        assertThat(describe(id).publicState()).isEqualTo(PublicState.CANCELLED);
    }

    @Test
    public void revokedHolderCannotCancel() {
        var id = create();
        var claim = claimOne("w1");
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(id, ""));

        refused(ErrorCode.LEASE_REVOKED, Catalogue.CANCEL, new CancelRequest(claim.handle(), "why"));
        refused(
                ErrorCode.LEASE_REVOKED,
                Catalogue.CANCEL_EXECUTION,
                fenced(id, "lease_holder", Optional.of(claim.leaseId()), OptionalLong.of(1)));
        cancel(id, CancelSource.OPERATOR_OVERRIDE);
    }

    @Test
    public void concurrentCancelsAllSucceedAndAreReportedOnce() throws Exception {
        var id = create();
        claimOne("w1");
        var pool = Executors.newFixedThreadPool(4);
        try {
            var cancels = IntStream.range(0, 8)
                    .<Callable<EndedOutcome>>mapToObj(i -> () -> cancel(id, CancelSource.OPERATOR_OVERRIDE))
                    .collect(Collectors.toList());
            for (var cancelled : pool.invokeAll(cancels)) {
                assertThat(cancelled.get()).isInstanceOf(EndedOutcome.Cancelled.class);
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(types()).containsExactly("acquired", "cancelled", "revoked");
    }

    @Test
    public void cascadeIsReportedAsDispatched() {
        cancel(create(), CancelSource.FLOW_CASCADE);

        assertThat(events())
                .singleElement()
                .isInstanceOfSatisfying(
                        CompletionEvent.class,
                        event -> assertThat(event.dispatched()).isTrue());
    }

    @Test
    public void holderCancelsAndMayRepeatIt() {
        var id = create();
        var claim = claimOne("w1");
        cancelBy(claim);
        var before = describe(id);
        advance(TTL_MS);
        cancelBy(claim);

        assertThat(before.ending().cancelledBy()).contains("worker");
        assertThat(describe(id)).isEqualTo(before);
        assertThat(types()).containsExactly("acquired", "cancelled", "revoked");
        assertThat(events().get(2))
                .isInstanceOfSatisfying(
                        LeaseEvent.class, event -> assertThat(event.revokedBy()).contains(RevokedBy.BACKEND));
    }

    @Test
    public void holderMayCancelUntilItWasReclaimed() {
        var expired = create();
        cancelBy(lost(expired, "w1"));
        assertThat(describe(expired).publicState()).isEqualTo(PublicState.CANCELLED);

        var reclaimed = create();
        var old = lost(reclaimed, "w1");
        claimOne("w2");
        refused(ErrorCode.STALE_LEASE, Catalogue.CANCEL, new CancelRequest(old.handle(), "why"));
    }

    @Test
    public void formerHolderCannotCancel() {
        var retried =
                create(execution().policyJson("{\"retry_policy\":{\"backoff\":{\"type\":\"fixed\",\"delay_ms\":5}}}"));
        var failed = claimOne("w1");
        engine.call(Catalogue.FAIL, failure(failed, FailureClass.TRANSIENT));
        refused(ErrorCode.EXECUTION_NOT_ACTIVE, Catalogue.CANCEL, new CancelRequest(failed.handle(), "why"));
        assertThat(describe(retried).publicState()).isEqualTo(PublicState.DELAYED);

        create();
        var completed = claimOne("w1");
        complete(completed);
        refused(ErrorCode.EXECUTION_NOT_ACTIVE, Catalogue.CANCEL, new CancelRequest(completed.handle(), "why"));
    }

    private EndedOutcome cancel(ExecutionId id, CancelSource source) {
        return engine.call(
                Catalogue.CANCEL_EXECUTION,
                new CancelExecution(id, "why", source, Optional.empty(), OptionalLong.empty()));
    }

    private void cancelBy(Claim claim) {
        engine.call(Catalogue.CANCEL, new CancelRequest(claim.handle(), "why"));
    }

    private static CancelExecution fenced(
            ExecutionId id, String source, Optional<LeaseId> leaseId, OptionalLong epoch) {
        return new CancelExecution(id, "why", CancelSource.of(source), leaseId, epoch);
    }
}
