package io.flowfabric.store.testkit.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import io.flowfabric.store.testkit.fixture.LeaseBoundCall;
import io.flowfabric.store.testkit.fixture.OtherHolders;
import java.util.ArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 02 §3 on a store, for every call that only the holder of a lease may make. */
@Covers({"renew", "progress", "complete", "fail", "delay", "wait_children"})
public abstract class FencingContract extends ContractSuite {

    @ParameterizedTest
    @EnumSource
    public void holderIsLetThrough(LeaseBoundCall call) {
        var id = create();
        var claim = claimOne("w1");
        advance(TTL_MS - 1);

        call.by(engine, claim);

        assertThat(describe(id).timing().lastMutationAt()).isEqualTo(START + TTL_MS - 1);
    }

    /** The engine keeps what it leased in mind; what others do to it meanwhile counts all the same. */
    @ParameterizedTest
    @EnumSource
    public void whatAnotherEngineRevokedIsRevoked(LeaseBoundCall call) {
        var id = create();
        var claim = claimOne("w1");
        another().call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(id, ""));

        refused(call, claim, ErrorCode.LEASE_REVOKED);
        assertThat(types()).containsExactly("acquired", "revoked");
    }

    @ParameterizedTest
    @EnumSource
    public void holderIsLetThroughAfterAnotherEngineMovedTheExecution(LeaseBoundCall call) {
        var id = create();
        var claim = claimOne("w1");
        another().call(Catalogue.RENEW, new RenewRequest(claim.handle()));
        advance(TTL_MS - 1);

        call.by(engine, claim);

        assertThat(describe(id).timing().lastMutationAt()).isEqualTo(START + TTL_MS - 1);
    }

    @ParameterizedTest
    @EnumSource
    public void holderIsLetThroughByAnEngineThatDidNotLease(LeaseBoundCall call) {
        var id = create();
        var claim = claimOne("w1");
        advance(1);

        call.by(another(), claim);

        assertThat(describe(id).timing().lastMutationAt()).isEqualTo(START + 1);
    }

    /** A second engine on the same store, as another process would have it. */
    private LocalEngine another() {
        return start(store, settings());
    }

    @ParameterizedTest
    @EnumSource
    public void strangerIsStaleAndChangesNothing(LeaseBoundCall call) {
        var id = create();
        var claim = claimOne("w1");
        var before = describe(id);
        var strangers = new ArrayList<Claim>();
        strangers.add(OtherHolders.withLease(claim));
        strangers.add(OtherHolders.withEpoch(claim, 0));
        strangers.add(OtherHolders.withEpoch(claim, 2));
        if (call.comparesAttempt()) {
            strangers.add(OtherHolders.withAttempt(claim));
        }
        for (var stranger : strangers) {
            refused(call, stranger, ErrorCode.STALE_LEASE);
        }
        assertThat(describe(id)).isEqualTo(before);
        assertThat(types()).containsExactly("acquired");
    }

    @ParameterizedTest
    @EnumSource
    public void leaseThatEndsNowIsExpired(LeaseBoundCall call) {
        var id = create();
        var claim = claimOne("w1");
        advance(TTL_MS);

        refused(call, OtherHolders.withLease(claim), ErrorCode.LEASE_EXPIRED);
        refused(call, claim, ErrorCode.LEASE_EXPIRED);

        assertThat(describe(id).vector().row())
                .isEqualTo(call.marksExpiry() ? VectorRow.LEASE_EXPIRED : VectorRow.LEASED);
        mark(id);
        refused(call, claim, ErrorCode.LEASE_EXPIRED);
        assertThat(types()).containsExactly("acquired", "expired");
    }

    @ParameterizedTest
    @EnumSource
    public void revokedLeaseIsRevoked(LeaseBoundCall call) {
        var id = create();
        var claim = claimOne("w1");
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(id, ""));
        advance(TTL_MS);

        refused(call, claim, ErrorCode.LEASE_REVOKED);
        assertThat(types()).containsExactly("acquired", "revoked");
    }

    @ParameterizedTest
    @EnumSource
    public void endedExecutionTellsItsFourDetails(LeaseBoundCall call) {
        var id = create();
        var claim = claimOne("w1");
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no"));

        assertThat(refused(call, claim, ErrorCode.EXECUTION_NOT_ACTIVE).details())
                .containsEntry("terminal_outcome", "cancelled")
                .containsEntry("lease_epoch", "1")
                .containsEntry("lifecycle_phase", "terminal")
                .containsEntry("attempt_id", claim.attemptId().toString());
    }

    @ParameterizedTest
    @EnumSource
    public void formerHolderIsStaleAfterTheNextClaim(LeaseBoundCall call) {
        var id = create(execution().policyJson("{\"retry_policy\":{\"backoff\":{\"type\":\"fixed\",\"delay_ms\":0}}}"));
        var failed = claimOne("w1");
        engine.call(Catalogue.FAIL, failure(failed, FailureClass.TRANSIENT));
        if (call != LeaseBoundCall.FAIL) {
            refused(call, failed, ErrorCode.EXECUTION_NOT_ACTIVE);
        }
        promote(id);
        claimOne("w2");
        var before = describe(id);

        refused(call, failed, ErrorCode.STALE_LEASE);
        assertThat(describe(id)).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    public void zombieIsStaleAfterAReclaim(LeaseBoundCall call) {
        var id = create();
        var zombie = lost(id, "w1");
        claimOne("w2");

        refused(call, zombie, ErrorCode.STALE_LEASE);
    }

    private EngineException refused(LeaseBoundCall call, Claim claim, ErrorCode code) {
        var refusal = catchThrowableOfType(EngineException.class, () -> call.by(engine, claim));
        assertThat(refusal).as("%s is refused", call).isNotNull();
        assertThat(refusal.code()).as("%s", call).isEqualTo(code);
        return refusal;
    }
}
