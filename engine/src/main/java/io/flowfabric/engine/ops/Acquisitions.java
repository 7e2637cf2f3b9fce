package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.Acquired;
import io.flowfabric.engine.rules.Acquisition;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.engine.rules.ReclaimRules;
import io.flowfabric.engine.rules.ReclaimRules.Outcome;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.ClaimExecution;
import io.flowfabric.model.op.ClaimFromResumeGrant;
import io.flowfabric.model.op.ClaimResumedExecution;
import io.flowfabric.model.op.ClaimedOutcome;
import io.flowfabric.model.op.IssueGrantAndClaim;
import io.flowfabric.model.op.OperatorClaim;
import io.flowfabric.model.op.ReclaimExecution;
import io.flowfabric.model.op.ReclaimOutcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Leasing one execution that the caller names: by consuming a grant, or by an operator's hand. */
final class Acquisitions {
    private static final String OPERATOR = "operator";

    private final Calls calls;
    private final Handles handles;

    Acquisitions(Calls calls, Handles handles) {
        this.calls = calls;
        this.handles = handles;
    }

    ClaimedOutcome claim(ClaimExecution args) {
        var by = new Acquisition(
                args.workerId(),
                args.workerInstanceId(),
                args.leaseId().orElseGet(LeaseId::mint),
                args.attemptId().orElseGet(AttemptId::mint),
                args.leaseTtlMs(),
                args.attemptTimeoutMs(),
                args.executionDeadlineAt());
        return acquire(
                args.executionId(),
                by,
                (loaded, now) -> ClaimRules.claimExecution(
                        loaded, args.attemptId().isPresent() ? by : by.ofAnyAttempt(loaded.execution()), now));
    }

    ClaimedOutcome claimResumed(ClaimResumedExecution args) {
        var by = new Acquisition(
                args.workerId(),
                args.workerInstanceId(),
                args.leaseId().orElseGet(LeaseId::mint),
                AttemptId.mint(),
                args.leaseTtlMs(),
                args.remainingAttemptTimeoutMs(),
                OptionalLong.empty());
        return acquire(args.executionId(), by, (loaded, now) -> ClaimRules.claimResumed(loaded, by, now));
    }

    ClaimedOutcome claimFromResumeGrant(ClaimFromResumeGrant args) {
        var by = Acquisition.of(
                args.workerId(), args.workerInstanceId(), LeaseId.mint(), AttemptId.mint(), args.leaseTtlMs());
        return acquire(args.grant().executionId(), by, (loaded, now) -> ClaimRules.claimResumed(loaded, by, now));
    }

    OperatorClaim grantAndClaim(IssueGrantAndClaim args) {
        Calls.require(ClaimRules.checkTtl(args.leaseDurationMs()));
        var by = Acquisition.of(
                new WorkerId(OPERATOR),
                new WorkerInstanceId(OPERATOR),
                LeaseId.mint(),
                AttemptId.mint(),
                args.leaseDurationMs());
        var acquired = calls.writeUninterruptibly(
                        Weighed.ROW_WEIGHT,
                        tx -> Calls.decide(
                                tx, args.executionId(), (loaded, now) -> ClaimRules.grantAndClaim(loaded, by, now)))
                .orThrow();
        var attempt = acquired.execution().openAttempt().orElseThrow();
        return new OperatorClaim(
                by.leaseId(),
                acquired.execution().leaseEpoch(),
                attempt.index(),
                attempt.id(),
                handles.handle(acquired, by.leaseTtlMs()));
    }

    ReclaimOutcome reclaim(ReclaimExecution args) {
        Calls.require(ClaimRules.checkTtl(args.leaseTtlMs()));
        var by = Acquisition.of(
                args.workerId(),
                args.workerInstanceId(),
                args.leaseId().orElseGet(LeaseId::mint),
                args.attemptId().orElseGet(AttemptId::mint),
                args.leaseTtlMs());
        return calls.<Answer<ReclaimOutcome>>writeUninterruptibly(
                        Weighed.ROW_WEIGHT,
                        tx -> Calls.decide(
                                        tx,
                                        args.executionId(),
                                        (loaded, now) -> ReclaimRules.reclaim(
                                                loaded,
                                                args.attemptId().isPresent() ? by : by.ofAnyAttempt(loaded.execution()),
                                                args.maxReclaimCount(),
                                                now))
                                .map(outcome -> worded(tx, args.executionId(), outcome, by)))
                .orThrow();
    }

    private ClaimedOutcome acquire(ExecutionId id, Acquisition by, Command.RuleOnExisting<Acquired> rule) {
        Calls.require(ClaimRules.checkTtl(by.leaseTtlMs()));
        return calls.<Answer<ClaimedOutcome>>writeUninterruptibly(
                        Weighed.ROW_WEIGHT,
                        tx -> Calls.decide(tx, id, rule)
                                .map(acquired -> new ClaimedOutcome.Claimed(handedOver(tx, acquired, by))))
                .orThrow();
    }

    private ReclaimOutcome worded(WriteTx tx, ExecutionId id, Outcome outcome, Acquisition by) {
        if (outcome instanceof Outcome.Claimed claimed) {
            return new ReclaimOutcome.Claimed(handedOver(tx, claimed.acquired(), by));
        }
        if (outcome instanceof Outcome.NotReclaimable refused) {
            return new ReclaimOutcome.NotReclaimable(id, refused.detail());
        }
        return outcome instanceof Outcome.ReclaimCapExceeded exceeded
                ? new ReclaimOutcome.ReclaimCapExceeded(id, exceeded.reclaimCount())
                : new ReclaimOutcome.GrantNotFound(id);
    }

    /** The claim as its worker gets it, with the payload read in the transaction that leased it. */
    private Claim handedOver(WriteTx tx, Acquired acquired, Acquisition by) {
        var id = acquired.execution().id();
        var content = Optional.ofNullable(tx.contents(List.of(id)).get(id)).orElseThrow();
        return handles.claim(acquired, content, by.leaseTtlMs());
    }
}
