package io.flowfabric.engine;

import static io.flowfabric.engine.Operation.one;
import static io.flowfabric.engine.Scope.ADMIN;

import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExpireExecution;
import io.flowfabric.model.op.ExpireOutcome;
import io.flowfabric.model.op.MarkExpiredOutcome;
import io.flowfabric.model.op.PromoteOutcome;
import io.flowfabric.model.op.ReconcileExecutionIndex;
import io.flowfabric.model.op.ReconcileReport;
import io.flowfabric.model.op.TrimRetention;
import java.util.List;

/** What the timers do when something is due; anybody may do it earlier or again. */
interface TimerOperations {
    Operation<ExecutionRef, MarkExpiredOutcome> MARK_LEASE_EXPIRED_IF_DUE = one(
            "mark_lease_expired_if_due",
            ExecutionRef.class,
            MarkExpiredOutcome.class,
            ADMIN,
            "Marks a lease that has run out, so that another worker can take over.");

    Operation<ExecutionRef, PromoteOutcome> PROMOTE_DELAYED = one(
            "promote_delayed",
            ExecutionRef.class,
            PromoteOutcome.class,
            ADMIN,
            "Makes a delayed execution eligible when its time has come.");

    Operation<ExpireExecution, ExpireOutcome> EXPIRE_EXECUTION = one(
            "expire_execution",
            ExpireExecution.class,
            ExpireOutcome.class,
            ADMIN,
            "Ends an attempt that took too long, or an execution whose deadline has passed.");

    Operation<TrimRetention, Integer> TRIM_RETENTION = one(
            "trim_retention",
            TrimRetention.class,
            Integer.class,
            ADMIN,
            "Forgets ended executions that were kept long enough; answers how many.");

    Operation<ReconcileExecutionIndex, ReconcileReport> RECONCILE_EXECUTION_INDEX = one(
            "reconcile_execution_index",
            ReconcileExecutionIndex.class,
            ReconcileReport.class,
            ADMIN,
            "Looks for executions that cannot be found where their state says; changes nothing.");

    /** Every operation of this family. */
    static List<Operation<?, ?>> all() {
        return List.of(
                MARK_LEASE_EXPIRED_IF_DUE,
                PROMOTE_DELAYED,
                EXPIRE_EXECUTION,
                TRIM_RETENTION,
                RECONCILE_EXECUTION_INDEX);
    }
}
