package io.flowfabric.engine.catalogue;

import static io.flowfabric.engine.catalogue.Operation.AnswerSize.SMALL;
import static io.flowfabric.engine.catalogue.Operation.Subject.DEPLOYMENT;
import static io.flowfabric.engine.catalogue.Operation.one;
import static io.flowfabric.engine.catalogue.RetrySafety.ALWAYS;
import static io.flowfabric.engine.catalogue.Scope.ADMIN;

import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.timer.ExpireExecution;
import io.flowfabric.model.op.timer.ExpireOutcome;
import io.flowfabric.model.op.timer.MarkExpiredOutcome;
import io.flowfabric.model.op.timer.PromoteOutcome;
import io.flowfabric.model.op.timer.ReconcileExecutionIndex;
import io.flowfabric.model.op.timer.ReconcileReport;
import io.flowfabric.model.op.timer.TrimRetention;

/** What the timers do when something is due; any caller may do it earlier or again. */
interface TimerOperations {
    Operation<ExecutionRef, MarkExpiredOutcome> MARK_LEASE_EXPIRED_IF_DUE = one(
                    "mark_lease_expired_if_due", ExecutionRef.class, MarkExpiredOutcome.class)
            .needs(ADMIN)
            .concerns(DEPLOYMENT)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Marks a lease expired if it is, so that another worker can reclaim the execution.");

    Operation<ExecutionRef, PromoteOutcome> PROMOTE_DELAYED = one(
                    "promote_delayed", ExecutionRef.class, PromoteOutcome.class)
            .needs(ADMIN)
            .concerns(DEPLOYMENT)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Makes a delayed execution eligible when its time has come.");

    Operation<ExpireExecution, ExpireOutcome> EXPIRE_EXECUTION = one(
                    "expire_execution", ExpireExecution.class, ExpireOutcome.class)
            .needs(ADMIN)
            .concerns(DEPLOYMENT)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Ends an attempt that took too long, or an execution whose deadline has passed.");

    Operation<TrimRetention, Integer> TRIM_RETENTION = one("trim_retention", TrimRetention.class, Integer.class)
            .needs(ADMIN)
            .concerns(DEPLOYMENT)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Purges ended executions whose retention is over; answers how many.");

    Operation<ReconcileExecutionIndex, ReconcileReport> RECONCILE_EXECUTION_INDEX = one(
                    "reconcile_execution_index", ReconcileExecutionIndex.class, ReconcileReport.class)
            .needs(ADMIN)
            .concerns(DEPLOYMENT)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Searches for executions whose index entries contradict their state; changes nothing.");
}
