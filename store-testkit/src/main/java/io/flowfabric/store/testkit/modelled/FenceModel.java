package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.lease.Authority;
import io.flowfabric.engine.rules.lease.Failure;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.engine.rules.lease.OutcomeRules;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.fenced.CompleteExecution;
import io.flowfabric.model.op.fenced.FailExecution;
import io.flowfabric.model.op.fenced.FenceTriple;
import io.flowfabric.model.op.fenced.RenewLease;
import io.flowfabric.model.op.fenced.RenewLeaseOutcome;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.policy.retry.RawRetryPolicy;
import io.flowfabric.model.state.PublicState;
import java.util.Optional;

/** Calls by the parts of a fence, or none of them, instead of a handle. */
final class FenceModel {
    private final World world;

    FenceModel(World world) {
        this.world = world;
    }

    EndedOutcome complete(CompleteExecution args) {
        var authority = authority(args.fence(), args.source());
        args.result().ifPresent(result -> OperationModel.require(OutcomeRules.checkResult(result)));
        world.onExisting(
                args.executionId(),
                (loaded, now) -> OutcomeRules.complete(loaded.execution(), authority, args.result(), now));
        return new EndedOutcome.Completed(args.executionId(), PublicState.COMPLETED);
    }

    FailOutcome fail(FailExecution args) {
        var authority = authority(args.fence(), args.source());
        return world.onExisting(args.executionId(), (loaded, now) -> {
            var failure = new Failure(
                    args.failureReason(),
                    args.failureCategory(),
                    FailureClass.ofCategory(args.failureCategory()),
                    args.retryPolicyJson()
                            .map(RawRetryPolicy::read)
                            .orElse(loaded.policy().handling().retryPolicy()),
                    HolderModel.ANY_DRAW);
            return OutcomeRules.fail(loaded.execution(), authority, failure, now);
        });
    }

    RenewLeaseOutcome renew(RenewLease args) {
        var parts = args.fence().orElse(FenceTriple.NONE);
        var fence = Authority.fence(parts.leaseId(), parts.leaseEpoch(), parts.attemptId())
                .orThrow();
        OperationModel.require(ClaimRules.checkTtl(args.leaseTtlMs()));
        var renewed = world.onExisting(
                args.executionId(),
                (loaded, now) ->
                        LeaseRules.renew(loaded.execution(), fence, args.attemptIndex(), args.leaseTtlMs(), now));
        return new RenewLeaseOutcome.Renewed(renewed.expiresAtMs());
    }

    private static Authority authority(Optional<FenceTriple> fence, CancelSource source) {
        var parts = fence.orElse(FenceTriple.NONE);
        return Authority.of(parts.leaseId(), parts.leaseEpoch(), parts.attemptId(), source)
                .orThrow();
    }
}
