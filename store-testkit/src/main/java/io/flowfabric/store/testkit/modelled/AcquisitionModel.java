package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.claim.Acquired;
import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.claim.ReclaimRules;
import io.flowfabric.engine.rules.claim.ReclaimRules.Outcome;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.grant.ClaimExecution;
import io.flowfabric.model.op.grant.ClaimFromResumeGrant;
import io.flowfabric.model.op.grant.ClaimResumedExecution;
import io.flowfabric.model.op.grant.ClaimedOutcome;
import io.flowfabric.model.op.grant.IssueGrantAndClaim;
import io.flowfabric.model.op.grant.OperatorClaim;
import io.flowfabric.model.op.grant.ReclaimExecution;
import io.flowfabric.model.op.grant.ReclaimOutcome;
import java.util.Optional;
import java.util.OptionalLong;

/** Acquiring one execution that the caller names. */
final class AcquisitionModel {
    private static final String OPERATOR = "operator";

    private final World world;
    private final IssuedHandles issuedHandles;

    AcquisitionModel(World world, IssuedHandles issuedHandles) {
        this.world = world;
        this.issuedHandles = issuedHandles;
    }

    ClaimedOutcome claim(ClaimExecution args, Answer<ClaimedOutcome> actual) {
        var ids = MintedIds.claimed(actual).unless(args.leaseId(), args.attemptId());
        var by = new Acquisition(
                args.workerId(),
                args.workerInstanceId(),
                ids.leaseId(),
                ids.attemptId(),
                args.leaseTtlMs(),
                args.attemptTimeoutMs(),
                args.executionDeadlineAt());
        return acquire(
                args.executionId(),
                by,
                (loaded, now) -> ClaimRules.claimExecution(
                        loaded, args.attemptId().isPresent() ? by : by.ofAnyAttempt(loaded.execution()), now));
    }

    ClaimedOutcome claimResumed(ClaimResumedExecution args, Answer<ClaimedOutcome> actual) {
        var ids = MintedIds.claimed(actual).unless(args.leaseId(), Optional.empty());
        var by = new Acquisition(
                args.workerId(),
                args.workerInstanceId(),
                ids.leaseId(),
                ids.attemptId(),
                args.leaseTtlMs(),
                args.remainingAttemptTimeoutMs(),
                OptionalLong.empty());
        return acquire(args.executionId(), by, (loaded, now) -> ClaimRules.claimResumed(loaded, by, now));
    }

    ClaimedOutcome claimFromResumeGrant(ClaimFromResumeGrant args, Answer<ClaimedOutcome> actual) {
        var ids = MintedIds.claimed(actual);
        var by = Acquisition.of(
                args.workerId(), args.workerInstanceId(), ids.leaseId(), ids.attemptId(), args.leaseTtlMs());
        return acquire(args.grant().executionId(), by, (loaded, now) -> ClaimRules.claimResumed(loaded, by, now));
    }

    OperatorClaim grantAndClaim(IssueGrantAndClaim args, Answer<OperatorClaim> actual) {
        OperationModel.require(ClaimRules.checkTtl(args.leaseDurationMs()));
        var ids = MintedIds.byOperator(actual);
        var by = Acquisition.of(
                new WorkerId(OPERATOR),
                new WorkerInstanceId(OPERATOR),
                ids.leaseId(),
                ids.attemptId(),
                args.leaseDurationMs());
        var acquired = world.onExisting(args.executionId(), (loaded, now) -> ClaimRules.grantAndClaim(loaded, by, now));
        var e = acquired.execution();
        var attempt = e.openAttempt().orElseThrow();
        return new OperatorClaim(
                by.leaseId(),
                e.leaseEpoch(),
                attempt.index(),
                attempt.id(),
                issuedHandles.give(acquired, by.leaseTtlMs()));
    }

    ReclaimOutcome reclaim(ReclaimExecution args, Answer<ReclaimOutcome> actual) {
        OperationModel.require(ClaimRules.checkTtl(args.leaseTtlMs()));
        var id = args.executionId();
        var ids = MintedIds.reclaimed(actual).unless(args.leaseId(), args.attemptId());
        var by = Acquisition.of(
                args.workerId(), args.workerInstanceId(), ids.leaseId(), ids.attemptId(), args.leaseTtlMs());
        Outcome outcome = world.onExisting(
                id,
                (loaded, now) -> ReclaimRules.reclaim(
                        loaded,
                        args.attemptId().isPresent() ? by : by.ofAnyAttempt(loaded.execution()),
                        args.maxReclaimCount(),
                        now));
        if (outcome instanceof Outcome.Claimed claimed) {
            return new ReclaimOutcome.Claimed(handOver(claimed.acquired(), by));
        }
        if (outcome instanceof Outcome.NotReclaimable refused) {
            return new ReclaimOutcome.NotReclaimable(id, refused.detail());
        }
        return outcome instanceof Outcome.ReclaimCapExceeded exceeded
                ? new ReclaimOutcome.ReclaimCapExceeded(id, exceeded.reclaimCount())
                : new ReclaimOutcome.GrantNotFound(id);
    }

    private ClaimedOutcome acquire(ExecutionId id, Acquisition by, World.RuleOnExisting<Acquired> rule) {
        OperationModel.require(ClaimRules.checkTtl(by.leaseTtlMs()));
        return new ClaimedOutcome.Claimed(handOver(world.onExisting(id, rule), by));
    }

    private Claim handOver(Acquired acquired, Acquisition by) {
        var content = world.find(acquired.execution().id()).orElseThrow().content();
        return issuedHandles.give(acquired, content, by.leaseTtlMs());
    }
}
