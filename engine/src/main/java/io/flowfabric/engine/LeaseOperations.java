package io.flowfabric.engine;

import static io.flowfabric.engine.Operation.batch;
import static io.flowfabric.engine.Operation.one;
import static io.flowfabric.engine.Scope.WORK;

import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.CancelRequest;
import io.flowfabric.model.op.CompleteBatch;
import io.flowfabric.model.op.CompleteExecution;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.DelayRequest;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.FailExecution;
import io.flowfabric.model.op.FailOutcome;
import io.flowfabric.model.op.FailRequest;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.ProgressRequest;
import io.flowfabric.model.op.RenewBatch;
import io.flowfabric.model.op.RenewLease;
import io.flowfabric.model.op.RenewLeaseOutcome;
import io.flowfabric.model.op.RenewOutcome;
import io.flowfabric.model.op.RenewRequest;
import io.flowfabric.model.op.WaitChildrenRequest;
import java.util.List;

/** What the holder of a lease may do, by handle or by fence. */
interface LeaseOperations {
    Operation<RenewRequest, RenewOutcome> RENEW = one(
            "renew", RenewRequest.class, RenewOutcome.class, WORK, "Extends the lease by the time it was claimed for.");

    Operation<ProgressRequest, Ok> PROGRESS =
            one("progress", ProgressRequest.class, Ok.class, WORK, "Says how far the work has come.");

    Operation<CompleteRequest, Ok> COMPLETE = one(
            "complete",
            CompleteRequest.class,
            Ok.class,
            WORK,
            "Ends the execution in success; safe to repeat after a lost answer.");

    Operation<FailRequest, FailOutcome> FAIL = one(
            "fail",
            FailRequest.class,
            FailOutcome.class,
            WORK,
            "Ends the attempt in failure; the policy decides about a retry. Safe to repeat after a lost answer.");

    Operation<CancelRequest, Ok> CANCEL = one(
            "cancel",
            CancelRequest.class,
            Ok.class,
            WORK,
            "Gives an execution up for good, by its holder; safe to repeat after a lost answer.");

    Operation<DelayRequest, Ok> DELAY = one(
            "delay", DelayRequest.class, Ok.class, WORK, "Gives the lease up until a time; the attempt goes on then.");

    Operation<WaitChildrenRequest, Ok> WAIT_CHILDREN = one(
            "wait_children",
            WaitChildrenRequest.class,
            Ok.class,
            WORK,
            "Gives the lease up until the dependencies are resolved; the attempt goes on then.");

    Operation<RenewBatch, List<BatchItem<RenewOutcome>>> RENEW_BATCH = batch(
            "renew_batch",
            RenewBatch.class,
            RenewOutcome.class,
            WORK,
            "Renews up to 1000 leases; each is answered like a single one.");

    Operation<CompleteBatch, List<BatchItem<Ok>>> COMPLETE_BATCH = batch(
            "complete_batch",
            CompleteBatch.class,
            Ok.class,
            WORK,
            "Completes up to 1000 executions; each is answered like a single one.");

    Operation<RenewLease, RenewLeaseOutcome> RENEW_LEASE = one(
            "renew_lease",
            RenewLease.class,
            RenewLeaseOutcome.class,
            WORK,
            "Extends a lease, by fence instead of handle.");

    Operation<CompleteExecution, EndedOutcome> COMPLETE_EXECUTION = one(
            "complete_execution",
            CompleteExecution.class,
            EndedOutcome.class,
            WORK,
            "Ends an execution in success, by fence instead of handle; a repeat is refused.");

    Operation<FailExecution, FailOutcome> FAIL_EXECUTION = one(
            "fail_execution",
            FailExecution.class,
            FailOutcome.class,
            WORK,
            "Ends an attempt in failure, by fence instead of handle; a repeat is refused.");

    /** Every operation of this family. */
    static List<Operation<?, ?>> all() {
        return List.of(
                RENEW,
                PROGRESS,
                COMPLETE,
                FAIL,
                CANCEL,
                DELAY,
                WAIT_CHILDREN,
                RENEW_BATCH,
                COMPLETE_BATCH,
                RENEW_LEASE,
                COMPLETE_EXECUTION,
                FAIL_EXECUTION);
    }
}
