package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.lease.Authority;
import io.flowfabric.engine.rules.lease.Failure;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.engine.rules.lease.OutcomeRules;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.Payload;
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
import java.util.function.DoubleSupplier;

/** What the holder of a lease does, for callers that keep its fence instead of a handle. Repeats are not recognised. */
final class FencedCalls {
    private final CommandExecutor calls;
    private final DoubleSupplier draws;

    FencedCalls(CommandExecutor calls, DoubleSupplier draws) {
        this.calls = calls;
        this.draws = draws;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.COMPLETE_EXECUTION, this::complete);
        bindings.bind(Catalogue.FAIL_EXECUTION, this::fail);
        bindings.bind(Catalogue.RENEW_LEASE, this::renew);
    }

    EndedOutcome complete(CompleteExecution args) {
        var authority = authority(args.fence(), args.source());
        args.result().ifPresent(result -> CommandExecutor.require(OutcomeRules.checkResult(result)));
        calls.onExisting(
                args.executionId(),
                args.result().map(Payload::size).orElse(0),
                (loaded, now) -> OutcomeRules.complete(loaded.execution(), authority, args.result(), now));
        return new EndedOutcome.Completed(args.executionId(), PublicState.COMPLETED);
    }

    FailOutcome fail(FailExecution args) {
        var authority = authority(args.fence(), args.source());
        double draw = draws.getAsDouble();
        return calls.onExisting(args.executionId(), args.failureReason().length(), (loaded, now) -> {
            var failure = new Failure(
                    args.failureReason(),
                    args.failureCategory(),
                    FailureClass.ofCategory(args.failureCategory()),
                    args.retryPolicyJson().isPresent()
                            ? RawRetryPolicy.read(args.retryPolicyJson().get())
                            : loaded.policy().handling().retryPolicy(),
                    draw);
            return OutcomeRules.fail(loaded.execution(), authority, failure, now);
        });
    }

    RenewLeaseOutcome renew(RenewLease args) {
        var parts = args.fence().orElse(FenceTriple.NONE);
        var fence = Authority.fence(parts.leaseId(), parts.leaseEpoch(), parts.attemptId())
                .orThrow();
        CommandExecutor.require(ClaimRules.checkTtl(args.leaseTtlMs()));
        var renewed = calls.onExisting(
                args.executionId(),
                0,
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
