package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.engine.rules.lease.CancelRules;
import io.flowfabric.engine.rules.lease.Failure;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.engine.rules.lease.OutcomeRules;
import io.flowfabric.model.handle.HandlePayload;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.lease.CancelRequest;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.op.lease.ProgressRequest;
import io.flowfabric.model.op.lease.RenewOutcome;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.lease.WaitChildrenRequest;

/** What workers do by the handles they keep. No policy asks for jitter, so a draw decides nothing. */
final class HolderModel {
    static final double ANY_DRAW = 0.5;

    private final World world;
    private final IssuedHandles issuedHandles;

    HolderModel(World world, IssuedHandles issuedHandles) {
        this.world = world;
        this.issuedHandles = issuedHandles;
    }

    RenewOutcome renew(RenewRequest args) {
        var lease = issuedHandles.open(args.handle());
        return world.onExisting(
                lease.executionId(),
                (loaded, now) -> LeaseRules.renew(
                        loaded.execution(),
                        fence(lease),
                        lease.attemptIndex(),
                        new LeaseRules.Renewal(lease.leaseTtlMs(), args.started()),
                        now));
    }

    Ok progress(ProgressRequest args) {
        var lease = issuedHandles.open(args.handle());
        OperationModel.require(LeaseRules.checkPercent(args.percent()));
        return world.onExisting(
                lease.executionId(),
                (loaded, now) ->
                        LeaseRules.progress(loaded.execution(), fence(lease), args.percent(), args.message(), now));
    }

    Ok complete(CompleteRequest args) {
        var lease = issuedHandles.open(args.handle());
        args.result().ifPresent(result -> OperationModel.require(OutcomeRules.checkResult(result)));
        return world.onExisting(
                lease.executionId(),
                (loaded, now) -> OutcomeRules.completeOrRepeat(loaded.execution(), fence(lease), args.result(), now));
    }

    FailOutcome fail(FailRequest args) {
        var lease = issuedHandles.open(args.handle());
        return world.onExisting(lease.executionId(), (loaded, now) -> {
            var failure = new Failure(
                    args.message(),
                    args.category().orElse(args.failureClass().literal()),
                    args.decidingClass(),
                    loaded.policy().handling().retryPolicy(),
                    ANY_DRAW);
            return OutcomeRules.failOrRepeat(loaded.execution(), fence(lease), failure, now);
        });
    }

    Ok cancel(CancelRequest args) {
        var lease = issuedHandles.open(args.handle());
        world.onExisting(
                lease.executionId(),
                (loaded, now) -> CancelRules.cancelByHolder(loaded, fence(lease), args.reason(), now));
        return Ok.OK;
    }

    Ok delay(DelayRequest args) {
        var lease = issuedHandles.open(args.handle());
        return world.onExisting(
                lease.executionId(),
                (loaded, now) -> OutcomeRules.delay(loaded.execution(), fence(lease), args.delayUntil(), now));
    }

    Ok waitChildren(WaitChildrenRequest args) {
        var lease = issuedHandles.open(args.handle());
        return world.onExisting(
                lease.executionId(), (loaded, now) -> OutcomeRules.waitChildren(loaded, fence(lease), now));
    }

    private static Fence fence(HandlePayload lease) {
        return new Fence(lease.leaseId(), lease.leaseEpoch(), lease.attemptId());
    }
}
