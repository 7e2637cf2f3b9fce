package io.flowfabric.engine;

import static io.flowfabric.engine.Operation.list;
import static io.flowfabric.engine.Operation.one;
import static io.flowfabric.engine.Scope.ADMIN;
import static io.flowfabric.engine.Scope.READ;
import static io.flowfabric.engine.Scope.WORK;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ClaimExecution;
import io.flowfabric.model.op.ClaimForWorker;
import io.flowfabric.model.op.ClaimForWorkerOutcome;
import io.flowfabric.model.op.ClaimFromResumeGrant;
import io.flowfabric.model.op.ClaimOutcome;
import io.flowfabric.model.op.ClaimRequest;
import io.flowfabric.model.op.ClaimResumedExecution;
import io.flowfabric.model.op.ClaimedOutcome;
import io.flowfabric.model.op.GrantOutcome;
import io.flowfabric.model.op.IssueClaimGrant;
import io.flowfabric.model.op.IssueGrantAndClaim;
import io.flowfabric.model.op.IssueReclaimGrant;
import io.flowfabric.model.op.OperatorClaim;
import io.flowfabric.model.op.ReclaimExecution;
import io.flowfabric.model.op.ReclaimOutcome;
import io.flowfabric.model.op.ScanEligibleExecutions;
import java.util.List;

/** Getting work: by a claim, or by a grant for one particular execution. */
interface ClaimOperations {
    Operation<ClaimRequest, ClaimOutcome> CLAIM = one(
            "claim",
            ClaimRequest.class,
            ClaimOutcome.class,
            WORK,
            "Finds and leases work on one or more lanes: new, resumed, or taken over from a lost worker.");

    Operation<ScanEligibleExecutions, List<ExecutionId>> SCAN_ELIGIBLE_EXECUTIONS = list(
            "scan_eligible_executions",
            ScanEligibleExecutions.class,
            ExecutionId.class,
            READ,
            "Ids of a lane's eligible executions in the order in which they will be claimed.");

    Operation<IssueClaimGrant, GrantOutcome> ISSUE_CLAIM_GRANT = one(
            "issue_claim_grant",
            IssueClaimGrant.class,
            GrantOutcome.class,
            ADMIN,
            "Permits one worker to claim an eligible execution; its state does not change.");

    Operation<ClaimExecution, ClaimedOutcome> CLAIM_EXECUTION = one(
            "claim_execution",
            ClaimExecution.class,
            ClaimedOutcome.class,
            WORK,
            "Consumes a claim grant and begins a new attempt; safe to repeat with the same lease id.");

    Operation<ClaimResumedExecution, ClaimedOutcome> CLAIM_RESUMED_EXECUTION = one(
            "claim_resumed_execution",
            ClaimResumedExecution.class,
            ClaimedOutcome.class,
            WORK,
            "Consumes a claim grant and continues the paused attempt; safe to repeat with the same lease id.");

    Operation<ClaimFromResumeGrant, ClaimedOutcome> CLAIM_FROM_RESUME_GRANT = one(
            "claim_from_resume_grant",
            ClaimFromResumeGrant.class,
            ClaimedOutcome.class,
            WORK,
            "Continues the paused attempt of the execution that a grant names.");

    Operation<IssueGrantAndClaim, OperatorClaim> ISSUE_GRANT_AND_CLAIM = one(
            "issue_grant_and_claim",
            IssueGrantAndClaim.class,
            OperatorClaim.class,
            ADMIN,
            "Leases an eligible execution to the operator, whatever capabilities it requires.");

    Operation<ClaimForWorker, ClaimForWorkerOutcome> CLAIM_FOR_WORKER = one(
            "claim_for_worker",
            ClaimForWorker.class,
            ClaimForWorkerOutcome.class,
            WORK,
            "Finds the first execution of a lane that a worker may start, and permits the worker to claim it.");

    Operation<IssueReclaimGrant, GrantOutcome> ISSUE_RECLAIM_GRANT = one(
            "issue_reclaim_grant",
            IssueReclaimGrant.class,
            GrantOutcome.class,
            WORK,
            "Permits one worker to take over from a lost one, without waiting for the grace period.");

    Operation<ReclaimExecution, ReclaimOutcome> RECLAIM_EXECUTION = one(
            "reclaim_execution",
            ReclaimExecution.class,
            ReclaimOutcome.class,
            WORK,
            "Consumes a reclaim grant: a new attempt at the next epoch; safe to repeat with the same lease id.");

    /** Every operation of this family. */
    static List<Operation<?, ?>> all() {
        return List.of(
                CLAIM,
                SCAN_ELIGIBLE_EXECUTIONS,
                ISSUE_CLAIM_GRANT,
                CLAIM_EXECUTION,
                CLAIM_RESUMED_EXECUTION,
                CLAIM_FROM_RESUME_GRANT,
                ISSUE_GRANT_AND_CLAIM,
                CLAIM_FOR_WORKER,
                ISSUE_RECLAIM_GRANT,
                RECLAIM_EXECUTION);
    }
}
