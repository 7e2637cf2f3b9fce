package io.flowfabric.engine.catalogue;

import static io.flowfabric.engine.catalogue.Operation.AnswerSize.SHORT_ITEMS;
import static io.flowfabric.engine.catalogue.Operation.AnswerSize.SMALL;
import static io.flowfabric.engine.catalogue.Operation.Subject.EXECUTION;
import static io.flowfabric.engine.catalogue.Operation.batch;
import static io.flowfabric.engine.catalogue.Operation.one;
import static io.flowfabric.engine.catalogue.RetrySafety.ALWAYS;
import static io.flowfabric.engine.catalogue.RetrySafety.NEVER;
import static io.flowfabric.engine.catalogue.Scope.WORK;

import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.fenced.CompleteExecution;
import io.flowfabric.model.op.fenced.FailExecution;
import io.flowfabric.model.op.fenced.RenewLease;
import io.flowfabric.model.op.fenced.RenewLeaseOutcome;
import io.flowfabric.model.op.lease.CancelRequest;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.op.lease.ProgressRequest;
import io.flowfabric.model.op.lease.RenewBatch;
import io.flowfabric.model.op.lease.RenewOutcome;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.lease.WaitChildrenRequest;
import java.util.List;

/** What the holder of a lease may do, by handle or by fence. */
public interface LeaseOperations {
    Operation<RenewRequest, RenewOutcome> RENEW = one("renew", RenewRequest.class, RenewOutcome.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Extends the lease by the time it was claimed for.");

    Operation<ProgressRequest, Ok> PROGRESS = one("progress", ProgressRequest.class, Ok.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Reports how far the work has come.");

    Operation<CompleteRequest, Ok> COMPLETE = one("complete", CompleteRequest.class, Ok.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Ends the execution in success; safe to repeat after a lost answer.");

    Operation<FailRequest, FailOutcome> FAIL = one("fail", FailRequest.class, FailOutcome.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs(
                    "Ends the attempt in failure; the policy decides about a retry. Safe to repeat after a lost answer.");

    Operation<CancelRequest, Ok> CANCEL = one("cancel", CancelRequest.class, Ok.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(ALWAYS)
            .answers(SMALL)
            .audited()
            .describedAs("Cancels an execution by its holder; safe to repeat after a lost answer.");

    Operation<DelayRequest, Ok> DELAY = one("delay", DelayRequest.class, Ok.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(NEVER)
            .answers(SMALL)
            .describedAs("Releases the lease until a time; the attempt continues then.");

    Operation<WaitChildrenRequest, Ok> WAIT_CHILDREN = one("wait_children", WaitChildrenRequest.class, Ok.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(NEVER)
            .answers(SMALL)
            .describedAs("Releases the lease until the dependencies are resolved; the attempt continues then.");

    Operation<RenewBatch, List<BatchItem<RenewOutcome>>> RENEW_BATCH = batch(
                    "renew_batch", RenewBatch.class, RenewOutcome.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(ALWAYS)
            .answers(SHORT_ITEMS)
            .describedAs("Renews up to 1000 leases; each is answered like a single one.");

    Operation<CompleteBatch, List<BatchItem<Ok>>> COMPLETE_BATCH = batch(
                    "complete_batch", CompleteBatch.class, Ok.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(ALWAYS)
            .answers(SHORT_ITEMS)
            .describedAs("Completes up to 1000 executions; each is answered like a single one.");

    Operation<RenewLease, RenewLeaseOutcome> RENEW_LEASE = one("renew_lease", RenewLease.class, RenewLeaseOutcome.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Extends a lease, by fence instead of handle.");

    Operation<CompleteExecution, EndedOutcome> COMPLETE_EXECUTION = one(
                    "complete_execution", CompleteExecution.class, EndedOutcome.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(NEVER)
            .answers(SMALL)
            .describedAs("Ends an execution in success, by fence instead of handle; a repeat is refused.");

    Operation<FailExecution, FailOutcome> FAIL_EXECUTION = one("fail_execution", FailExecution.class, FailOutcome.class)
            .needs(WORK)
            .concerns(EXECUTION)
            .repeated(NEVER)
            .answers(SMALL)
            .describedAs("Ends an attempt in failure, by fence instead of handle; a repeat is refused.");
}
