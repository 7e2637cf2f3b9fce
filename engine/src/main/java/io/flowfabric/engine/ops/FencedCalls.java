package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.Authority;
import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.engine.rules.Failure;
import io.flowfabric.engine.rules.LeaseRules;
import io.flowfabric.engine.rules.OutcomeRules;
import io.flowfabric.model.id.CancelSource;
import io.flowfabric.model.op.CompleteExecution;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.FailExecution;
import io.flowfabric.model.op.FailOutcome;
import io.flowfabric.model.op.FenceTriple;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.RenewLease;
import io.flowfabric.model.op.RenewLeaseOutcome;
import io.flowfabric.model.policy.FailureClass;
import io.flowfabric.model.policy.RawRetryPolicy;
import io.flowfabric.model.state.PublicState;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/** What the holder of a lease does, for callers that keep its fence instead of a handle. Repeats are not recognised. */
final class FencedCalls {
    private final Calls calls;
    private final DoubleSupplier draws;

    FencedCalls(Calls calls, DoubleSupplier draws) {
        this.calls = calls;
        this.draws = draws;
    }

    EndedOutcome complete(CompleteExecution args) {
        var authority = authority(args.fence(), args.source());
        args.result().ifPresent(result -> Calls.require(OutcomeRules.checkResult(result)));
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
        Calls.require(ClaimRules.checkTtl(args.leaseTtlMs()));
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
