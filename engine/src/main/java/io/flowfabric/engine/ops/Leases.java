package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.CancelRules;
import io.flowfabric.engine.rules.Failure;
import io.flowfabric.engine.rules.LeaseRules;
import io.flowfabric.engine.rules.OutcomeRules;
import io.flowfabric.model.op.CancelRequest;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.DelayRequest;
import io.flowfabric.model.op.FailOutcome;
import io.flowfabric.model.op.FailRequest;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.ProgressRequest;
import io.flowfabric.model.op.RenewOutcome;
import io.flowfabric.model.op.RenewRequest;
import io.flowfabric.model.op.WaitChildrenRequest;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the holder of a lease does with it. */
final class Leases {
    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

    private final Calls calls;
    private final Handles handles;
    private final DoubleSupplier draws;

    Leases(Calls calls, Handles handles, DoubleSupplier draws) {
        this.calls = calls;
        this.handles = handles;
        this.draws = draws;
    }

    RenewOutcome renew(RenewRequest args) {
        return calls.carryOut(renewal(args));
    }

    Command<RenewOutcome> renewal(RenewRequest args) {
        var lease = handles.open(args.handle());
        return Command.onExisting(
                lease.executionId(),
                0,
                (loaded, now) -> LeaseRules.renew(
                        loaded.execution(),
                        Handles.fence(lease),
                        lease.attemptIndex(),
                        new LeaseRules.Renewal(lease.leaseTtlMs(), args.started()),
                        now));
    }

    Ok progress(ProgressRequest args) {
        var lease = handles.open(args.handle());
        Calls.require(LeaseRules.checkPercent(args.percent()));
        return calls.onExisting(
                lease.executionId(),
                args.message().map(String::length).orElse(0),
                (loaded, now) -> LeaseRules.progress(
                        loaded.execution(), Handles.fence(lease), args.percent(), args.message(), now));
    }

    Ok complete(CompleteRequest args) {
        return calls.carryOut(completion(args));
    }

    Command<Ok> completion(CompleteRequest args) {
        var lease = handles.open(args.handle());
        args.result().ifPresent(result -> Calls.require(OutcomeRules.checkResult(result)));
        return Command.onExisting(
                lease.executionId(),
                args.result().map(Payload::size).orElse(0),
                (loaded, now) ->
                        OutcomeRules.completeOrRepeat(loaded.execution(), Handles.fence(lease), args.result(), now));
    }

    FailOutcome fail(FailRequest args) {
        var lease = handles.open(args.handle());
        double draw = draws.getAsDouble();
        return calls.onExisting(lease.executionId(), args.message().length(), (loaded, now) -> {
            var category = args.category().orElse(args.failureClass().literal());
            var failure = new Failure(
                    args.message(),
                    category,
                    args.decidingClass(),
                    loaded.policy().handling().retryPolicy(),
                    draw);
            return OutcomeRules.failOrRepeat(loaded.execution(), Handles.fence(lease), failure, now);
        });
    }

    Ok cancel(CancelRequest args) {
        var lease = handles.open(args.handle());
        calls.onExisting(
                lease.executionId(),
                args.reason().length(),
                (loaded, now) -> CancelRules.cancelByHolder(loaded, Handles.fence(lease), args.reason(), now));
        return Ok.OK;
    }

    Ok waitChildren(WaitChildrenRequest args) {
        var lease = handles.open(args.handle());
        return calls.onExisting(
                lease.executionId(), 0, (loaded, now) -> OutcomeRules.waitChildren(loaded, Handles.fence(lease), now));
    }

    Ok delay(DelayRequest args) {
        var lease = handles.open(args.handle());
        return calls.onExisting(
                lease.executionId(),
                0,
                (loaded, now) -> OutcomeRules.delay(loaded.execution(), Handles.fence(lease), args.delayUntil(), now));
    }

    /** Gives a claim back that nobody was told of, as if it had not been made; the next claimer gets it. */
    void handBack(Claim claim) {
        var lease = handles.open(claim.handle());
        calls.begin(Command.onExisting(
                        lease.executionId(),
                        0,
                        (loaded, now) -> OutcomeRules.delay(loaded.execution(), Handles.fence(lease), now, now)))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        LOG.warn(
                                "{} could not be handed back; it is taken over when its lease ends",
                                lease.executionId(),
                                failure);
                    }
                });
    }
}
