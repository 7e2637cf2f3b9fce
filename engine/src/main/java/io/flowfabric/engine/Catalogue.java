package io.flowfabric.engine;

import static io.flowfabric.engine.Operation.batch;
import static io.flowfabric.engine.Operation.list;
import static io.flowfabric.engine.Operation.one;
import static io.flowfabric.engine.Operation.optional;
import static io.flowfabric.engine.Scope.ADMIN;
import static io.flowfabric.engine.Scope.READ;
import static io.flowfabric.engine.Scope.SUBMIT;
import static io.flowfabric.engine.Scope.WORK;

import io.flowfabric.model.execution.Attempt;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.AwaitResultOutcome;
import io.flowfabric.model.op.AwaitResultRequest;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.BlockExecutionForAdmission;
import io.flowfabric.model.op.BlockOutcome;
import io.flowfabric.model.op.BlockRoute;
import io.flowfabric.model.op.CancelExecution;
import io.flowfabric.model.op.CancelRequest;
import io.flowfabric.model.op.ChangePriority;
import io.flowfabric.model.op.ChangePriorityOutcome;
import io.flowfabric.model.op.ClaimExecution;
import io.flowfabric.model.op.ClaimFromResumeGrant;
import io.flowfabric.model.op.ClaimOutcome;
import io.flowfabric.model.op.ClaimRequest;
import io.flowfabric.model.op.ClaimResumedExecution;
import io.flowfabric.model.op.ClaimedOutcome;
import io.flowfabric.model.op.CompleteBatch;
import io.flowfabric.model.op.CompleteExecution;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.CreateExecutionOutcome;
import io.flowfabric.model.op.DelayRequest;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.ExecutionPage;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExecutionSnapshot;
import io.flowfabric.model.op.ExpireExecution;
import io.flowfabric.model.op.ExpireOutcome;
import io.flowfabric.model.op.FailExecution;
import io.flowfabric.model.op.FailOutcome;
import io.flowfabric.model.op.FailRequest;
import io.flowfabric.model.op.GrantOutcome;
import io.flowfabric.model.op.IssueClaimGrant;
import io.flowfabric.model.op.IssueGrantAndClaim;
import io.flowfabric.model.op.IssueReclaimGrant;
import io.flowfabric.model.op.ListExecutions;
import io.flowfabric.model.op.MarkExpiredOutcome;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.OperatorClaim;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.ProgressRequest;
import io.flowfabric.model.op.PromoteOutcome;
import io.flowfabric.model.op.ReclaimExecution;
import io.flowfabric.model.op.ReclaimOutcome;
import io.flowfabric.model.op.RenewBatch;
import io.flowfabric.model.op.RenewLease;
import io.flowfabric.model.op.RenewLeaseOutcome;
import io.flowfabric.model.op.RenewOutcome;
import io.flowfabric.model.op.RenewRequest;
import io.flowfabric.model.op.ReplayOutcome;
import io.flowfabric.model.op.RevokeLease;
import io.flowfabric.model.op.RevokeOutcome;
import io.flowfabric.model.op.ScanEligibleExecutions;
import io.flowfabric.model.op.SubmitBatch;
import io.flowfabric.model.op.UnblockExecution;
import io.flowfabric.model.op.UnblockOutcome;
import io.flowfabric.model.op.WaitChildrenRequest;
import java.util.List;
import java.util.Optional;

/** Every operation, declared once. Layers, routes and commands are derived from this list. */
public final class Catalogue {
    public static final Operation<CreateExecution, CreateExecutionOutcome> CREATE_EXECUTION = one(
            "create_execution",
            CreateExecution.class,
            CreateExecutionOutcome.class,
            SUBMIT,
            "Submits an execution; a repeated id or idempotency key answers the first one.");

    public static final Operation<CancelExecution, EndedOutcome> CANCEL_EXECUTION = one(
            "cancel_execution",
            CancelExecution.class,
            EndedOutcome.class,
            SUBMIT,
            "Cancels an execution from any phase; cancelling a cancelled one succeeds without effect.");

    public static final Operation<ClaimRequest, ClaimOutcome> CLAIM = one(
            "claim",
            ClaimRequest.class,
            ClaimOutcome.class,
            WORK,
            "Finds and leases work on a lane: new, resumed, or taken over from a lost worker.");

    public static final Operation<RenewRequest, RenewOutcome> RENEW = one(
            "renew", RenewRequest.class, RenewOutcome.class, WORK, "Extends the lease by the time it was claimed for.");

    public static final Operation<ProgressRequest, Ok> PROGRESS =
            one("progress", ProgressRequest.class, Ok.class, WORK, "Says how far the work has come.");

    public static final Operation<CompleteRequest, Ok> COMPLETE = one(
            "complete",
            CompleteRequest.class,
            Ok.class,
            WORK,
            "Ends the execution in success; safe to repeat after a lost answer.");

    public static final Operation<FailRequest, FailOutcome> FAIL = one(
            "fail",
            FailRequest.class,
            FailOutcome.class,
            WORK,
            "Ends the attempt in failure; the policy decides about a retry. Safe to repeat after a lost answer.");

    public static final Operation<DelayRequest, Ok> DELAY = one(
            "delay", DelayRequest.class, Ok.class, WORK, "Gives the lease up until a time; the attempt goes on then.");

    public static final Operation<ScanEligibleExecutions, List<ExecutionId>> SCAN_ELIGIBLE_EXECUTIONS = list(
            "scan_eligible_executions",
            ScanEligibleExecutions.class,
            ExecutionId.class,
            READ,
            "Ids of a lane's eligible executions in the order in which they will be claimed.");

    public static final Operation<IssueClaimGrant, GrantOutcome> ISSUE_CLAIM_GRANT = one(
            "issue_claim_grant",
            IssueClaimGrant.class,
            GrantOutcome.class,
            ADMIN,
            "Permits one worker to claim an eligible execution; its state does not change.");

    public static final Operation<ClaimExecution, ClaimedOutcome> CLAIM_EXECUTION = one(
            "claim_execution",
            ClaimExecution.class,
            ClaimedOutcome.class,
            WORK,
            "Consumes a claim grant and begins a new attempt; safe to repeat with the same lease id.");

    public static final Operation<ClaimResumedExecution, ClaimedOutcome> CLAIM_RESUMED_EXECUTION = one(
            "claim_resumed_execution",
            ClaimResumedExecution.class,
            ClaimedOutcome.class,
            WORK,
            "Consumes a claim grant and continues the paused attempt; safe to repeat with the same lease id.");

    public static final Operation<ClaimFromResumeGrant, ClaimedOutcome> CLAIM_FROM_RESUME_GRANT = one(
            "claim_from_resume_grant",
            ClaimFromResumeGrant.class,
            ClaimedOutcome.class,
            WORK,
            "Continues the paused attempt of the execution that a grant names.");

    public static final Operation<IssueGrantAndClaim, OperatorClaim> ISSUE_GRANT_AND_CLAIM = one(
            "issue_grant_and_claim",
            IssueGrantAndClaim.class,
            OperatorClaim.class,
            ADMIN,
            "Leases an eligible execution to the operator, whatever capabilities it requires.");

    public static final Operation<IssueReclaimGrant, GrantOutcome> ISSUE_RECLAIM_GRANT = one(
            "issue_reclaim_grant",
            IssueReclaimGrant.class,
            GrantOutcome.class,
            WORK,
            "Permits one worker to take over from a lost one, without waiting for the grace period.");

    public static final Operation<ReclaimExecution, ReclaimOutcome> RECLAIM_EXECUTION = one(
            "reclaim_execution",
            ReclaimExecution.class,
            ReclaimOutcome.class,
            WORK,
            "Consumes a reclaim grant: a new attempt at the next epoch; safe to repeat with the same lease id.");

    public static final Operation<BlockRoute, BlockOutcome> BLOCK_ROUTE = one(
            "block_route",
            BlockRoute.class,
            BlockOutcome.class,
            ADMIN,
            "Takes an execution that no worker can run out of the order of its lane.");

    public static final Operation<BlockExecutionForAdmission, BlockOutcome> BLOCK_EXECUTION_FOR_ADMISSION = one(
            "block_execution_for_admission",
            BlockExecutionForAdmission.class,
            BlockOutcome.class,
            ADMIN,
            "Takes an execution out of the order of its lane, for a budget, a quota, a worker or a pause.");

    public static final Operation<UnblockExecution, UnblockOutcome> UNBLOCK_EXECUTION = one(
            "unblock_execution",
            UnblockExecution.class,
            UnblockOutcome.class,
            ADMIN,
            "Puts a blocked execution back into its old place.");

    public static final Operation<CancelRequest, Ok> CANCEL = one(
            "cancel",
            CancelRequest.class,
            Ok.class,
            WORK,
            "Gives an execution up for good, by its holder; safe to repeat after a lost answer.");

    public static final Operation<WaitChildrenRequest, Ok> WAIT_CHILDREN = one(
            "wait_children",
            WaitChildrenRequest.class,
            Ok.class,
            WORK,
            "Gives the lease up until the dependencies are resolved; the attempt goes on then.");

    public static final Operation<CompleteExecution, EndedOutcome> COMPLETE_EXECUTION = one(
            "complete_execution",
            CompleteExecution.class,
            EndedOutcome.class,
            WORK,
            "Ends an execution in success, by fence instead of handle; a repeat is refused.");

    public static final Operation<FailExecution, FailOutcome> FAIL_EXECUTION = one(
            "fail_execution",
            FailExecution.class,
            FailOutcome.class,
            WORK,
            "Ends an attempt in failure, by fence instead of handle; a repeat is refused.");

    public static final Operation<RenewLease, RenewLeaseOutcome> RENEW_LEASE = one(
            "renew_lease",
            RenewLease.class,
            RenewLeaseOutcome.class,
            WORK,
            "Extends a lease, by fence instead of handle.");

    public static final Operation<ChangePriority, ChangePriorityOutcome> CHANGE_PRIORITY = one(
            "change_priority",
            ChangePriority.class,
            ChangePriorityOutcome.class,
            ADMIN,
            "Moves an eligible execution within its lane.");

    public static final Operation<ExecutionRef, ReplayOutcome> REPLAY_EXECUTION = one(
            "replay_execution",
            ExecutionRef.class,
            ReplayOutcome.class,
            ADMIN,
            "Starts an ended execution again; counters and epoch go on.");

    public static final Operation<RevokeLease, RevokeOutcome> REVOKE_LEASE = one(
            "revoke_lease",
            RevokeLease.class,
            RevokeOutcome.class,
            ADMIN,
            "Takes a lease away from its holder; another worker may then take over.");

    public static final Operation<SubmitBatch, List<BatchItem<CreateExecutionOutcome>>> SUBMIT_BATCH = batch(
            "submit_batch",
            SubmitBatch.class,
            CreateExecutionOutcome.class,
            SUBMIT,
            "Submits up to 1000 executions; each is answered like a single one.");

    public static final Operation<CompleteBatch, List<BatchItem<Ok>>> COMPLETE_BATCH = batch(
            "complete_batch",
            CompleteBatch.class,
            Ok.class,
            WORK,
            "Completes up to 1000 executions; each is answered like a single one.");

    public static final Operation<RenewBatch, List<BatchItem<RenewOutcome>>> RENEW_BATCH = batch(
            "renew_batch",
            RenewBatch.class,
            RenewOutcome.class,
            WORK,
            "Renews up to 1000 leases; each is answered like a single one.");

    public static final Operation<ExecutionRef, Optional<ExecutionSnapshot>> DESCRIBE_EXECUTION = optional(
            "describe_execution",
            ExecutionRef.class,
            ExecutionSnapshot.class,
            READ,
            "Everything about an execution: state, attempt, lease, times, tags.");

    public static final Operation<ListExecutions, ExecutionPage> LIST_EXECUTIONS = one(
            "list_executions",
            ListExecutions.class,
            ExecutionPage.class,
            READ,
            "Ids of stored executions in the order of their text, page by page.");

    public static final Operation<ExecutionRef, List<Attempt>> LIST_ATTEMPTS =
            list("list_attempts", ExecutionRef.class, Attempt.class, READ, "Every attempt at an execution, by index.");

    public static final Operation<ExecutionRef, Optional<Payload>> GET_EXECUTION_RESULT = optional(
            "get_execution_result", ExecutionRef.class, Payload.class, READ, "The stored result of an execution.");

    public static final Operation<AwaitResultRequest, AwaitResultOutcome> AWAIT_RESULT = one(
            "await_result",
            AwaitResultRequest.class,
            AwaitResultOutcome.class,
            READ,
            "Waits until an execution has ended and answers how.");

    public static final Operation<ExecutionRef, MarkExpiredOutcome> MARK_LEASE_EXPIRED_IF_DUE = one(
            "mark_lease_expired_if_due",
            ExecutionRef.class,
            MarkExpiredOutcome.class,
            ADMIN,
            "Marks a lease that has run out, so that another worker can take over.");

    public static final Operation<ExecutionRef, PromoteOutcome> PROMOTE_DELAYED = one(
            "promote_delayed",
            ExecutionRef.class,
            PromoteOutcome.class,
            ADMIN,
            "Makes a delayed execution eligible when its time has come.");

    public static final Operation<ExpireExecution, ExpireOutcome> EXPIRE_EXECUTION = one(
            "expire_execution",
            ExpireExecution.class,
            ExpireOutcome.class,
            ADMIN,
            "Ends an attempt that took too long, or an execution whose deadline has passed.");

    private static final List<Operation<?, ?>> ALL = List.of(
            AWAIT_RESULT,
            BLOCK_EXECUTION_FOR_ADMISSION,
            BLOCK_ROUTE,
            CANCEL,
            CANCEL_EXECUTION,
            CHANGE_PRIORITY,
            CLAIM,
            CLAIM_EXECUTION,
            CLAIM_FROM_RESUME_GRANT,
            CLAIM_RESUMED_EXECUTION,
            COMPLETE,
            COMPLETE_BATCH,
            COMPLETE_EXECUTION,
            CREATE_EXECUTION,
            DELAY,
            DESCRIBE_EXECUTION,
            EXPIRE_EXECUTION,
            FAIL,
            FAIL_EXECUTION,
            GET_EXECUTION_RESULT,
            ISSUE_CLAIM_GRANT,
            ISSUE_GRANT_AND_CLAIM,
            ISSUE_RECLAIM_GRANT,
            LIST_ATTEMPTS,
            LIST_EXECUTIONS,
            MARK_LEASE_EXPIRED_IF_DUE,
            PROGRESS,
            PROMOTE_DELAYED,
            RECLAIM_EXECUTION,
            RENEW,
            RENEW_BATCH,
            RENEW_LEASE,
            REPLAY_EXECUTION,
            REVOKE_LEASE,
            SCAN_ELIGIBLE_EXECUTIONS,
            SUBMIT_BATCH,
            UNBLOCK_EXECUTION,
            WAIT_CHILDREN);

    private Catalogue() {}

    /** All operations, by name. */
    public static List<Operation<?, ?>> all() {
        return ALL;
    }
}
