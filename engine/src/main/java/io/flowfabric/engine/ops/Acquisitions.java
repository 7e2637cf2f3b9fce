package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.Command;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.command.Weighed;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.claim.Acquired;
import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.claim.ReclaimRules;
import io.flowfabric.engine.rules.claim.ReclaimRules.Outcome;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
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
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** LeaseAcquisition one execution that the caller names: by consuming a grant, or by an operator's hand. */
final class Acquisitions {
    private static final String OPERATOR = "operator";

    private final CommandExecutor calls;
    private final Handles handles;

    Acquisitions(CommandExecutor calls, Handles handles) {
        this.calls = calls;
        this.handles = handles;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.CLAIM_EXECUTION, this::claim);
        bindings.bind(Catalogue.CLAIM_RESUMED_EXECUTION, this::claimResumed);
        bindings.bind(Catalogue.CLAIM_FROM_RESUME_GRANT, this::claimFromResumeGrant);
        bindings.bind(Catalogue.ISSUE_GRANT_AND_CLAIM, this::grantAndClaim);
        bindings.bind(Catalogue.RECLAIM_EXECUTION, this::reclaim);
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
        CommandExecutor.require(ClaimRules.checkTtl(args.leaseDurationMs()));
        var by = Acquisition.of(
                new WorkerId(OPERATOR),
                new WorkerInstanceId(OPERATOR),
                LeaseId.mint(),
                AttemptId.mint(),
                args.leaseDurationMs());
        var acquired = calls.writeUninterruptibly(
                        Weighed.ROW_WEIGHT,
                        tx -> decide(
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
        CommandExecutor.require(ClaimRules.checkTtl(args.leaseTtlMs()));
        var by = Acquisition.of(
                args.workerId(),
                args.workerInstanceId(),
                args.leaseId().orElseGet(LeaseId::mint),
                args.attemptId().orElseGet(AttemptId::mint),
                args.leaseTtlMs());
        return calls.<Answer<ReclaimOutcome>>writeUninterruptibly(
                        Weighed.ROW_WEIGHT,
                        tx -> decide(
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
        CommandExecutor.require(ClaimRules.checkTtl(by.leaseTtlMs()));
        return calls.<Answer<ClaimedOutcome>>writeUninterruptibly(
                        Weighed.ROW_WEIGHT,
                        tx -> decide(tx, id, rule)
                                .map(acquired -> new ClaimedOutcome.Claimed(handedOver(tx, acquired, by))))
                .orThrow();
    }

    /** In a transaction of its own, because what was leased is read in the same transaction. */
    private static <R> Answer<R> decide(WriteTx tx, ExecutionId id, Command.RuleOnExisting<R> rule) {
        return CommandExecutor.decide(tx, Command.onExisting(id, 0, rule));
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
        var content = Optional.ofNullable(tx.executions().contents(List.of(id)).get(id))
                .orElseThrow();
        return handles.claim(acquired, content, by.leaseTtlMs());
    }
}
