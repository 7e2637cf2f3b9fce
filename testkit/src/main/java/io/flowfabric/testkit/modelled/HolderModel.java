package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.rules.Authority.Fence;
import io.flowfabric.engine.rules.CancelRules;
import io.flowfabric.engine.rules.Failure;
import io.flowfabric.engine.rules.LeaseRules;
import io.flowfabric.engine.rules.OutcomeRules;
import io.flowfabric.model.handle.HandlePayload;
import io.flowfabric.model.op.CancelRequest;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.DelayRequest;
import io.flowfabric.model.op.FailOutcome;
import io.flowfabric.model.op.FailRequest;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.ProgressRequest;
import io.flowfabric.model.op.RenewOutcome;
import io.flowfabric.model.op.RenewRequest;
import io.flowfabric.model.op.WaitChildrenRequest;

/** What workers do by the handles they keep. No policy asks for jitter, so a draw decides nothing. */
final class HolderModel {
    static final double ANY_DRAW = 0.5;

    private final World world;
    private final Hands hands;

    HolderModel(World world, Hands hands) {
        this.world = world;
        this.hands = hands;
    }

    RenewOutcome renew(RenewRequest args) {
        var lease = hands.open(args.handle());
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
        var lease = hands.open(args.handle());
        Interpretation.require(LeaseRules.checkPercent(args.percent()));
        return world.onExisting(
                lease.executionId(),
                (loaded, now) ->
                        LeaseRules.progress(loaded.execution(), fence(lease), args.percent(), args.message(), now));
    }

    Ok complete(CompleteRequest args) {
        var lease = hands.open(args.handle());
        args.result().ifPresent(result -> Interpretation.require(OutcomeRules.checkResult(result)));
        return world.onExisting(
                lease.executionId(),
                (loaded, now) -> OutcomeRules.completeOrRepeat(loaded.execution(), fence(lease), args.result(), now));
    }

    FailOutcome fail(FailRequest args) {
        var lease = hands.open(args.handle());
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
        var lease = hands.open(args.handle());
        world.onExisting(
                lease.executionId(),
                (loaded, now) -> CancelRules.cancelByHolder(loaded, fence(lease), args.reason(), now));
        return Ok.OK;
    }

    Ok delay(DelayRequest args) {
        var lease = hands.open(args.handle());
        return world.onExisting(
                lease.executionId(),
                (loaded, now) -> OutcomeRules.delay(loaded.execution(), fence(lease), args.delayUntil(), now));
    }

    Ok waitChildren(WaitChildrenRequest args) {
        var lease = hands.open(args.handle());
        return world.onExisting(
                lease.executionId(), (loaded, now) -> OutcomeRules.waitChildren(loaded, fence(lease), now));
    }

    private static Fence fence(HandlePayload lease) {
        return new Fence(lease.leaseId(), lease.leaseEpoch(), lease.attemptId());
    }
}
