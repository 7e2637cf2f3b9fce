package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.Command;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.rules.lease.CancelRules;
import io.flowfabric.engine.rules.lease.Failure;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.engine.rules.lease.OutcomeRules;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.lease.CancelRequest;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.op.lease.ProgressRequest;
import io.flowfabric.model.op.lease.RenewOutcome;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.lease.WaitChildrenRequest;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the holder of a lease does with it. */
final class Leases {
    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

    private final CommandExecutor calls;
    private final Handles handles;
    private final DoubleSupplier draws;

    Leases(CommandExecutor calls, Handles handles, DoubleSupplier draws) {
        this.calls = calls;
        this.handles = handles;
        this.draws = draws;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.RENEW, this::renew);
        bindings.bind(Catalogue.PROGRESS, this::progress);
        bindings.bind(Catalogue.COMPLETE, this::complete);
        bindings.bind(Catalogue.FAIL, this::fail);
        bindings.bind(Catalogue.CANCEL, this::cancel);
        bindings.bind(Catalogue.DELAY, this::delay);
        bindings.bind(Catalogue.WAIT_CHILDREN, this::waitChildren);
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
        CommandExecutor.require(LeaseRules.checkPercent(args.percent()));
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
        args.result().ifPresent(result -> CommandExecutor.require(OutcomeRules.checkResult(result)));
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

    /** Gives back a claim that was not delivered, as if it had not been made; the next claimer gets it. */
    void handBack(Claim claim) {
        var lease = handles.open(claim.handle());
        calls.begin(Command.onExisting(
                        lease.executionId(),
                        0,
                        (loaded, now) -> OutcomeRules.delay(loaded.execution(), Handles.fence(lease), now, now)))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        LOG.warn(
                                "{} could not be given back; it can be reclaimed when its lease expires",
                                lease.executionId(),
                                failure);
                    }
                });
    }
}
