package io.flowfabric.engine;

import static io.flowfabric.engine.Operation.batch;
import static io.flowfabric.engine.Operation.list;
import static io.flowfabric.engine.Operation.one;
import static io.flowfabric.engine.Operation.optional;
import static io.flowfabric.engine.Scope.ADMIN;
import static io.flowfabric.engine.Scope.READ;
import static io.flowfabric.engine.Scope.SUBMIT;
import static io.flowfabric.engine.Scope.WORK;

import io.flowfabric.model.backend.BackendCapabilities;
import io.flowfabric.model.execution.Attempt;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.FlowId;
import io.flowfabric.model.id.Namespace;
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
import io.flowfabric.model.op.EventPage;
import io.flowfabric.model.op.ExecCoreFields;
import io.flowfabric.model.op.ExecutionContext;
import io.flowfabric.model.op.ExecutionInfo;
import io.flowfabric.model.op.ExecutionPage;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExecutionSnapshot;
import io.flowfabric.model.op.ExpireExecution;
import io.flowfabric.model.op.ExpireOutcome;
import io.flowfabric.model.op.ExpiredLeasePage;
import io.flowfabric.model.op.FailExecution;
import io.flowfabric.model.op.FailOutcome;
import io.flowfabric.model.op.FailRequest;
import io.flowfabric.model.op.GetExecutionTag;
import io.flowfabric.model.op.GrantOutcome;
import io.flowfabric.model.op.HeartbeatWorker;
import io.flowfabric.model.op.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.IssueClaimGrant;
import io.flowfabric.model.op.IssueGrantAndClaim;
import io.flowfabric.model.op.IssueReclaimGrant;
import io.flowfabric.model.op.LanePage;
import io.flowfabric.model.op.ListExecutions;
import io.flowfabric.model.op.ListExpiredLeases;
import io.flowfabric.model.op.ListLanes;
import io.flowfabric.model.op.ListWorkers;
import io.flowfabric.model.op.MarkExpiredOutcome;
import io.flowfabric.model.op.MarkWorkerDead;
import io.flowfabric.model.op.MarkWorkerDeadOutcome;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.OperatorClaim;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.ProgressRequest;
import io.flowfabric.model.op.PromoteOutcome;
import io.flowfabric.model.op.ReadExecCoreFields;
import io.flowfabric.model.op.ReclaimExecution;
import io.flowfabric.model.op.ReclaimOutcome;
import io.flowfabric.model.op.RegisterWorker;
import io.flowfabric.model.op.RegisterWorkerOutcome;
import io.flowfabric.model.op.RenewBatch;
import io.flowfabric.model.op.RenewLease;
import io.flowfabric.model.op.RenewLeaseOutcome;
import io.flowfabric.model.op.RenewOutcome;
import io.flowfabric.model.op.RenewRequest;
import io.flowfabric.model.op.ReplayOutcome;
import io.flowfabric.model.op.RevokeLease;
import io.flowfabric.model.op.RevokeOutcome;
import io.flowfabric.model.op.ScanEligibleExecutions;
import io.flowfabric.model.op.SetExecutionTag;
import io.flowfabric.model.op.SetExecutionTags;
import io.flowfabric.model.op.SetTagsOutcome;
import io.flowfabric.model.op.SubmitBatch;
import io.flowfabric.model.op.SubscribeEvents;
import io.flowfabric.model.op.SubscribeFamily;
import io.flowfabric.model.op.TrimRetention;
import io.flowfabric.model.op.UnblockExecution;
import io.flowfabric.model.op.UnblockOutcome;
import io.flowfabric.model.op.WaitChildrenRequest;
import io.flowfabric.model.op.WorkerPage;
import io.flowfabric.model.state.PublicState;
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

    public static final Operation<ExecutionRef, Optional<ExecutionInfo>> READ_EXECUTION_INFO = optional(
            "read_execution_info",
            ExecutionRef.class,
            ExecutionInfo.class,
            READ,
            "The state vector, place and times of an execution, in the form FlowFabric's clients know.");

    public static final Operation<ExecutionRef, Optional<PublicState>> READ_EXECUTION_STATE = optional(
            "read_execution_state", ExecutionRef.class, PublicState.class, READ, "The public state of an execution.");

    public static final Operation<ExecutionRef, ExecutionContext> READ_EXECUTION_CONTEXT = one(
            "read_execution_context",
            ExecutionRef.class,
            ExecutionContext.class,
            READ,
            "What a worker needs to run an execution: input, kind, tags.");

    public static final Operation<ExecutionRef, Integer> READ_CURRENT_ATTEMPT_INDEX = one(
            "read_current_attempt_index",
            ExecutionRef.class,
            Integer.class,
            READ,
            "The attempt that owns or last owned an execution; 0 before the first claim.");

    public static final Operation<ExecutionRef, Integer> READ_TOTAL_ATTEMPT_COUNT = one(
            "read_total_attempt_count",
            ExecutionRef.class,
            Integer.class,
            READ,
            "How many attempts were ever made, which is the index of the next.");

    public static final Operation<ReadExecCoreFields, ExecCoreFields> READ_EXEC_CORE_FIELDS = one(
            "read_exec_core_fields",
            ReadExecCoreFields.class,
            ExecCoreFields.class,
            READ,
            "Fields of an execution as text, by name.");

    public static final Operation<ExecutionRef, Optional<Namespace>> GET_EXECUTION_NAMESPACE = optional(
            "get_execution_namespace", ExecutionRef.class, Namespace.class, READ, "The namespace of an execution.");

    public static final Operation<ExecutionRef, Optional<FlowId>> RESOLVE_EXECUTION_FLOW_ID = optional(
            "resolve_execution_flow_id",
            ExecutionRef.class,
            FlowId.class,
            READ,
            "The flow that an execution is a member of.");

    public static final Operation<ListLanes, LanePage> LIST_LANES =
            one("list_lanes", ListLanes.class, LanePage.class, READ, "Every lane that was ever used, page by page.");

    public static final Operation<SetExecutionTag, Ok> SET_EXECUTION_TAG = one(
            "set_execution_tag",
            SetExecutionTag.class,
            Ok.class,
            SUBMIT,
            "Sets one tag of an execution, in whatever state it is.");

    public static final Operation<SetExecutionTags, SetTagsOutcome> SET_EXECUTION_TAGS = one(
            "set_execution_tags",
            SetExecutionTags.class,
            SetTagsOutcome.class,
            SUBMIT,
            "Sets several tags of an execution, all or none.");

    public static final Operation<GetExecutionTag, Optional<String>> GET_EXECUTION_TAG = optional(
            "get_execution_tag", GetExecutionTag.class, String.class, READ, "The value of one tag of an execution.");

    public static final Operation<NoArguments, Ok> PING =
            one("ping", NoArguments.class, Ok.class, READ, "Whether the store answers.");

    public static final Operation<NoArguments, String> BACKEND_LABEL =
            one("backend_label", NoArguments.class, String.class, READ, "The kind of the store.");

    public static final Operation<NoArguments, BackendCapabilities> CAPABILITIES = one(
            "capabilities",
            NoArguments.class,
            BackendCapabilities.class,
            READ,
            "What the store supports, which is everything.");

    public static final Operation<NoArguments, Long> SERVER_TIME_MS = one(
            "server_time_ms",
            NoArguments.class,
            Long.class,
            READ,
            "The store's clock in milliseconds since the epoch.");

    public static final Operation<RegisterWorker, RegisterWorkerOutcome> REGISTER_WORKER = one(
            "register_worker",
            RegisterWorker.class,
            RegisterWorkerOutcome.class,
            WORK,
            "Says that a worker is there, and lets go of work that waited for one like it.");

    public static final Operation<HeartbeatWorker, HeartbeatWorkerOutcome> HEARTBEAT_WORKER = one(
            "heartbeat_worker",
            HeartbeatWorker.class,
            HeartbeatWorkerOutcome.class,
            WORK,
            "Says that a registered worker is still there.");

    public static final Operation<MarkWorkerDead, MarkWorkerDeadOutcome> MARK_WORKER_DEAD = one(
            "mark_worker_dead",
            MarkWorkerDead.class,
            MarkWorkerDeadOutcome.class,
            WORK,
            "Strikes a worker off the registry; its leases run on until they end.");

    public static final Operation<ListWorkers, WorkerPage> LIST_WORKERS = one(
            "list_workers",
            ListWorkers.class,
            WorkerPage.class,
            READ,
            "Live workers of one namespace or of all, page by page.");

    public static final Operation<ListExpiredLeases, ExpiredLeasePage> LIST_EXPIRED_LEASES = one(
            "list_expired_leases",
            ListExpiredLeases.class,
            ExpiredLeasePage.class,
            READ,
            "Leases that have run out and were not taken over, page by page.");

    public static final Operation<NoArguments, Integer> SWEEP_WORKERS = one(
            "sweep_workers",
            NoArguments.class,
            Integer.class,
            ADMIN,
            "Strikes off workers whose liveness has ended; answers how many.");

    public static final Operation<SubscribeEvents, EventPage> SUBSCRIBE_EVENTS = one(
            "subscribe_events",
            SubscribeEvents.class,
            EventPage.class,
            READ,
            "Events of any families in commit order, page by page; waits for the first if asked to.");

    public static final Operation<SubscribeFamily, EventPage> SUBSCRIBE_LEASE_HISTORY = one(
            "subscribe_lease_history",
            SubscribeFamily.class,
            EventPage.class,
            READ,
            "What happens to leases, as subscribe_events.");

    public static final Operation<SubscribeFamily, EventPage> SUBSCRIBE_COMPLETION = one(
            "subscribe_completion",
            SubscribeFamily.class,
            EventPage.class,
            READ,
            "How executions end, as subscribe_events.");

    public static final Operation<SubscribeFamily, EventPage> SUBSCRIBE_SIGNAL_DELIVERY = one(
            "subscribe_signal_delivery",
            SubscribeFamily.class,
            EventPage.class,
            READ,
            "Which signals were accepted, as subscribe_events.");

    public static final Operation<SubscribeFamily, EventPage> SUBSCRIBE_INSTANCE_TAGS = one(
            "subscribe_instance_tags",
            SubscribeFamily.class,
            EventPage.class,
            READ,
            "Which executions got an instance tag, as subscribe_events.");

    public static final Operation<TrimRetention, Integer> TRIM_RETENTION = one(
            "trim_retention",
            TrimRetention.class,
            Integer.class,
            ADMIN,
            "Forgets ended executions that were kept long enough; answers how many.");

    private static final List<Operation<?, ?>> ALL = List.of(
            AWAIT_RESULT,
            BACKEND_LABEL,
            BLOCK_EXECUTION_FOR_ADMISSION,
            BLOCK_ROUTE,
            CANCEL,
            CANCEL_EXECUTION,
            CAPABILITIES,
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
            GET_EXECUTION_NAMESPACE,
            GET_EXECUTION_RESULT,
            GET_EXECUTION_TAG,
            HEARTBEAT_WORKER,
            ISSUE_CLAIM_GRANT,
            ISSUE_GRANT_AND_CLAIM,
            ISSUE_RECLAIM_GRANT,
            LIST_ATTEMPTS,
            LIST_EXECUTIONS,
            LIST_EXPIRED_LEASES,
            LIST_LANES,
            LIST_WORKERS,
            MARK_LEASE_EXPIRED_IF_DUE,
            MARK_WORKER_DEAD,
            PING,
            PROGRESS,
            PROMOTE_DELAYED,
            READ_CURRENT_ATTEMPT_INDEX,
            READ_EXEC_CORE_FIELDS,
            READ_EXECUTION_CONTEXT,
            READ_EXECUTION_INFO,
            READ_EXECUTION_STATE,
            READ_TOTAL_ATTEMPT_COUNT,
            RECLAIM_EXECUTION,
            REGISTER_WORKER,
            RENEW,
            RENEW_BATCH,
            RENEW_LEASE,
            REPLAY_EXECUTION,
            RESOLVE_EXECUTION_FLOW_ID,
            REVOKE_LEASE,
            SCAN_ELIGIBLE_EXECUTIONS,
            SERVER_TIME_MS,
            SET_EXECUTION_TAG,
            SET_EXECUTION_TAGS,
            SUBMIT_BATCH,
            SUBSCRIBE_COMPLETION,
            SUBSCRIBE_EVENTS,
            SUBSCRIBE_INSTANCE_TAGS,
            SUBSCRIBE_LEASE_HISTORY,
            SUBSCRIBE_SIGNAL_DELIVERY,
            SWEEP_WORKERS,
            TRIM_RETENTION,
            UNBLOCK_EXECUTION,
            WAIT_CHILDREN);

    private Catalogue() {}

    /** All operations, by name. */
    public static List<Operation<?, ?>> all() {
        return ALL;
    }
}
