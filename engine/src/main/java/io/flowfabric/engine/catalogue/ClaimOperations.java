package io.flowfabric.engine.catalogue;

import static io.flowfabric.engine.catalogue.Operation.AnswerSize.PAYLOAD;
import static io.flowfabric.engine.catalogue.Operation.AnswerSize.SHORT_ITEMS;
import static io.flowfabric.engine.catalogue.Operation.AnswerSize.SMALL;
import static io.flowfabric.engine.catalogue.Operation.AnswerSize.WEIGHED_BY_ENGINE;
import static io.flowfabric.engine.catalogue.Operation.Subject.EXECUTION;
import static io.flowfabric.engine.catalogue.Operation.Subject.NAMESPACE;
import static io.flowfabric.engine.catalogue.Operation.list;
import static io.flowfabric.engine.catalogue.Operation.one;
import static io.flowfabric.engine.catalogue.RetrySafety.NEVER;
import static io.flowfabric.engine.catalogue.RetrySafety.whenGiven;
import static io.flowfabric.engine.catalogue.Scope.ADMIN;
import static io.flowfabric.engine.catalogue.Scope.WORK;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.claim.ClaimForWorker;
import io.flowfabric.model.op.claim.ClaimForWorkerOutcome;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.grant.ClaimExecution;
import io.flowfabric.model.op.grant.ClaimFromResumeGrant;
import io.flowfabric.model.op.grant.ClaimResumedExecution;
import io.flowfabric.model.op.grant.ClaimedOutcome;
import io.flowfabric.model.op.grant.GrantOutcome;
import io.flowfabric.model.op.grant.IssueClaimGrant;
import io.flowfabric.model.op.grant.IssueGrantAndClaim;
import io.flowfabric.model.op.grant.IssueReclaimGrant;
import io.flowfabric.model.op.grant.OperatorClaim;
import io.flowfabric.model.op.grant.ReclaimExecution;
import io.flowfabric.model.op.grant.ReclaimOutcome;
import java.util.List;

/** Getting work: by a claim, or by a grant for one particular execution. */
interface ClaimOperations {
    Operation<ClaimRequest, ClaimOutcome> CLAIM = one("claim", ClaimRequest.class, ClaimOutcome.class)
            .needs(WORK)
            .concerns(NAMESPACE)
            .repeated(NEVER)
            .answers(WEIGHED_BY_ENGINE)
            .handsOutLeases()
            .describedAs("Finds and leases work on one or more lanes: new, resumed, or reclaimed from a lost worker.");

    Operation<ScanEligibleExecutions, List<ExecutionId>> SCAN_ELIGIBLE_EXECUTIONS = list(
                    "scan_eligible_executions", ScanEligibleExecutions.class, ExecutionId.class)
            .reads(NAMESPACE)
            .answers(SHORT_ITEMS)
            .describedAs("Ids of a lane's eligible executions in the order in which they will be claimed.");

    Operation<IssueClaimGrant, GrantOutcome> ISSUE_CLAIM_GRANT = one(
                    "issue_claim_grant", IssueClaimGrant.class, GrantOutcome.class)
            .needs(ADMIN)
            .concerns(EXECUTION)
            .repeated(NEVER)
            .answers(SMALL)
            .describedAs("Permits one worker to claim an eligible execution; its state does not change.");

    Operation<ClaimExecution, ClaimedOutcome> CLAIM_EXECUTION = one(
                    "claim_execution", ClaimExecution.class, ClaimedOutcome.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(whenGiven(ClaimExecution::leaseId))
            .answers(PAYLOAD)
            .handsOutLeases()
            .describedAs("Consumes a claim grant and begins a new attempt; safe to repeat with the same lease id.");

    Operation<ClaimResumedExecution, ClaimedOutcome> CLAIM_RESUMED_EXECUTION = one(
                    "claim_resumed_execution", ClaimResumedExecution.class, ClaimedOutcome.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(whenGiven(ClaimResumedExecution::leaseId))
            .answers(PAYLOAD)
            .handsOutLeases()
            .describedAs(
                    "Consumes a claim grant and continues the paused attempt; safe to repeat with the same lease id.");

    Operation<ClaimFromResumeGrant, ClaimedOutcome> CLAIM_FROM_RESUME_GRANT = one(
                    "claim_from_resume_grant", ClaimFromResumeGrant.class, ClaimedOutcome.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(NEVER)
            .answers(PAYLOAD)
            .handsOutLeases()
            .describedAs("Continues the paused attempt of the execution that a grant names.");

    Operation<IssueGrantAndClaim, OperatorClaim> ISSUE_GRANT_AND_CLAIM = one(
                    "issue_grant_and_claim", IssueGrantAndClaim.class, OperatorClaim.class)
            .needs(ADMIN)
            .concerns(EXECUTION)
            .repeated(NEVER)
            .answers(SMALL)
            .handsOutLeases()
            .describedAs("Leases an eligible execution to the operator, regardless of the capabilities it requires.");

    Operation<ClaimForWorker, ClaimForWorkerOutcome> CLAIM_FOR_WORKER = one(
                    "claim_for_worker", ClaimForWorker.class, ClaimForWorkerOutcome.class)
            .needs(WORK)
            .concerns(NAMESPACE)
            .repeated(NEVER)
            .answers(SMALL)
            .handsOutLeases()
            .describedAs(
                    "Finds the first execution of a lane that a worker may start, and permits the worker to claim it.");

    Operation<IssueReclaimGrant, GrantOutcome> ISSUE_RECLAIM_GRANT = one(
                    "issue_reclaim_grant", IssueReclaimGrant.class, GrantOutcome.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(NEVER)
            .answers(SMALL)
            .describedAs(
                    "Permits one worker to reclaim an execution from a lost one, without waiting for the grace period.");

    Operation<ReclaimExecution, ReclaimOutcome> RECLAIM_EXECUTION = one(
                    "reclaim_execution", ReclaimExecution.class, ReclaimOutcome.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(whenGiven(ReclaimExecution::leaseId))
            .answers(PAYLOAD)
            .handsOutLeases()
            .describedAs(
                    "Consumes a reclaim grant: a new attempt at the next epoch; safe to repeat with the same lease id.");
}
