package io.flowfabric.store.testkit.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.timer.ExpireExecution;
import io.flowfabric.model.op.timer.ExpireOutcome;
import io.flowfabric.model.op.timer.MarkExpiredOutcome.AlreadySatisfied;
import io.flowfabric.model.op.timer.MarkExpiredOutcome.MarkedExpired;
import io.flowfabric.model.op.timer.PromoteOutcome;
import io.flowfabric.model.op.timer.TimeoutPhase;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import org.junit.jupiter.api.Test;

/** 02 §10.1 and §11 on a store: what timers do, asked for one by one, also too early and too late. */
@Covers({"mark_lease_expired_if_due", "promote_delayed", "expire_execution"})
public abstract class DueTimeContract extends ContractSuite {

    @Test
    public void markingSaysWhyThereIsNothingToMark() {
        assertThat(mark(unknown())).isEqualTo(new AlreadySatisfied("execution_not_found"));
        var waiting = create();
        assertThat(mark(waiting)).isEqualTo(new AlreadySatisfied("not_active"));
        var claim = claimOne("w1");
        advance(TTL_MS - 1);
        engine.call(Catalogue.RENEW, new RenewRequest(claim.handle()));
        advance(1);
        assertThat(mark(waiting)).isEqualTo(new AlreadySatisfied("not_yet_expired"));
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(waiting, "stuck"));
        advance(TTL_MS);
        assertThat(mark(waiting)).isEqualTo(new AlreadySatisfied("already_revoked"));
        assertThat(types()).containsExactly("acquired", "renewed", "revoked");
    }

    @Test
    public void markedLeaseLeavesTheAttemptAndItsTimeoutAlone() {
        var id = create(execution().policyJson("{\"timeout_policy\":{\"attempt_timeout_ms\":90000}}"));
        var claim = claimOne("w1");
        advance(TTL_MS);

        assertThat(mark(id)).isEqualTo(new MarkedExpired());
        assertThat(mark(id)).isEqualTo(new AlreadySatisfied("already_expired"));

        var e = describe(id);
        assertThat(e.publicState()).isEqualTo(PublicState.ACTIVE);
        assertThat(e.blockingDetail()).isEqualTo("lease expired, awaiting reclaim");
        assertThat(e.leaseHolder().orElseThrow().leaseId()).isEqualTo(claim.leaseId());
        assertThat(e.timing().lastTransitionAt()).as("expiry is no transition").isEqualTo(START);
        assertThat(e.dueTimes().attemptTimeoutAt()).hasValue(START + 90_000);
        assertThat(attempts(id))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.status()).isEqualTo(AttemptStatus.STARTED));
    }

    @Test
    public void promotionSaysWhyThereIsNothingToPromote() {
        assertThat(promote(unknown())).isEqualTo(PromoteOutcome.NOT_FOUND_CLEANED);
        var id = create(execution().delayUntil(START + 1));
        assertThat(promote(id)).isEqualTo(PromoteOutcome.NOT_YET_DUE);
        advance(1);
        assertThat(promote(id)).isEqualTo(PromoteOutcome.PROMOTED);
        var waiting = describe(id);
        assertThat(promote(id)).isEqualTo(PromoteOutcome.NOT_DELAYED_CLEANED);
        assertThat(describe(id)).isEqualTo(waiting);
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no"));
        var ended = describe(id);
        assertThat(promote(id)).isEqualTo(PromoteOutcome.NOT_RUNNABLE_CLEANED);
        assertThat(describe(id)).isEqualTo(ended);
    }

    @Test
    public void promotedPauseIsStillAPause() {
        var id = create();
        engine.call(Catalogue.DELAY, new DelayRequest(claimOne("w1").handle(), START + 5));
        advance(5);

        assertThat(promote(id)).isEqualTo(PromoteOutcome.PROMOTED);

        assertThat(describe(id).vector())
                .isEqualTo(StateVector.of(VectorRow.ELIGIBLE, AttemptState.ATTEMPT_INTERRUPTED));
        assertThat(describe(id).dueTimes().delayUntil()).isEmpty();
    }

    @Test
    public void deadlineAndAttemptTimeoutExpire() {
        var id = create(execution()
                .policyJson("{\"timeout_policy\":{\"attempt_timeout_ms\":100,\"execution_deadline_ms\":1000}}"));
        assertThat(expire(id, TimeoutPhase.EXECUTION_DEADLINE)).isEqualTo(new ExpireOutcome.NotDue());
        claimOne("w1");
        assertThat(expire(id, TimeoutPhase.ATTEMPT_TIMEOUT)).isEqualTo(new ExpireOutcome.NotDue());
        advance(100);

        assertThat(expire(id, TimeoutPhase.ATTEMPT_TIMEOUT)).isEqualTo(new ExpireOutcome.Expired(id));
        assertThat(describe(id).publicState()).isEqualTo(PublicState.EXPIRED);
        assertThat(describe(id).ending().failureReason()).contains("attempt_timeout");
        assertThat(attempts(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.status()).isEqualTo(AttemptStatus.ENDED_FAILURE);
            assertThat(attempt.failure().orElseThrow().reason()).isEqualTo("attempt_timeout");
        });
        assertThat(types()).containsExactly("acquired", "expired", "expired");
        assertThat(expire(id, TimeoutPhase.EXECUTION_DEADLINE)).isEqualTo(new ExpireOutcome.AlreadyTerminal());
        assertThat(expire(unknown(), TimeoutPhase.EXECUTION_DEADLINE)).isEqualTo(new ExpireOutcome.AlreadyTerminal());
    }

    @Test
    public void attemptTimeoutWithRetriesLeftIsNoEnd() {
        var id = create(execution()
                .policyJson("{\"retry_policy\":{\"max_retries\":1,\"backoff\":{\"type\":\"fixed\",\"delay_ms\":5}},"
                        + "\"timeout_policy\":{\"attempt_timeout_ms\":100}}"));
        claimOne("w1");
        advance(100);

        assertThat(expire(id, TimeoutPhase.ATTEMPT_TIMEOUT))
                .isEqualTo(new ExpireOutcome.RetryScheduled(START + 105, 1));
        assertThat(types()).as("the lease has ended, the execution has not").containsExactly("acquired", "expired");
        advance(5);
        promote(id);
        var second = claimOne("w1");
        assertThat(second.attemptType()).contains(AttemptType.RETRY);
        assertThat(describe(id).dueTimes().attemptTimeoutAt()).hasValue(START + 205);
        advance(100);

        assertThat(expire(id, TimeoutPhase.ATTEMPT_TIMEOUT)).isEqualTo(new ExpireOutcome.Expired(id));
        assertThat(attempts(id))
                .hasSize(2)
                .allSatisfy(attempt -> assertThat(attempt.status()).isEqualTo(AttemptStatus.ENDED_FAILURE));
    }

    private ExpireOutcome expire(ExecutionId id, TimeoutPhase phase) {
        return engine.call(Catalogue.EXPIRE_EXECUTION, new ExpireExecution(id, phase));
    }
}
