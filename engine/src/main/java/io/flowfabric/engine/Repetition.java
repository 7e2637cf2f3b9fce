package io.flowfabric.engine;

import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.op.ClaimExecution;
import io.flowfabric.model.op.ClaimResumedExecution;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.ReclaimExecution;
import io.flowfabric.model.op.SubmitBatch;
import java.util.Set;

/**
 * Which calls may be made again when their answer was lost, because a call that was carried out and one that was not end
 * the same way.
 *
 * <p>{@code complete} and {@code fail} are known again by their handle. {@code complete_execution} and {@code
 * fail_execution} are not: a repeat of theirs is refused, and one without a fence could end the next attempt.
 */
public final class Repetition {
    /** Those that set something that is then set, or are told that it was done. */
    private static final Set<Operation<?, ?>> SAFE = Set.of(
            Catalogue.RENEW,
            Catalogue.RENEW_BATCH,
            Catalogue.RENEW_LEASE,
            Catalogue.PROGRESS,
            Catalogue.COMPLETE,
            Catalogue.COMPLETE_BATCH,
            Catalogue.FAIL,
            Catalogue.CANCEL,
            Catalogue.CANCEL_EXECUTION,
            Catalogue.REVOKE_LEASE,
            Catalogue.SET_EXECUTION_TAG,
            Catalogue.SET_EXECUTION_TAGS,
            Catalogue.REGISTER_WORKER,
            Catalogue.HEARTBEAT_WORKER,
            Catalogue.MARK_WORKER_DEAD,
            Catalogue.SWEEP_WORKERS,
            Catalogue.MARK_LEASE_EXPIRED_IF_DUE,
            Catalogue.PROMOTE_DELAYED,
            Catalogue.EXPIRE_EXECUTION,
            Catalogue.TRIM_RETENTION,
            Catalogue.RECONCILE_EXECUTION_INDEX,
            Catalogue.PREPARE,
            Catalogue.SHUTDOWN_PREPARE,
            Catalogue.UNBLOCK_EXECUTION,
            Catalogue.ACQUIRE_CURSOR,
            Catalogue.ADVANCE_CURSOR,
            Catalogue.RELEASE_CURSOR);

    private Repetition() {}

    /** Whether the call may be made again. What is not known to be safe is not. */
    public static boolean isSafe(Operation<?, ?> operation, Object arguments) {
        if (operation.scope() == Scope.READ || SAFE.contains(operation)) {
            return true;
        }
        if (arguments instanceof CreateExecution one) {
            return isNamed(one);
        }
        if (arguments instanceof SubmitBatch batch) {
            return batch.executions().stream().allMatch(Repetition::isNamed);
        }
        return namesItsLease(arguments);
    }

    private static boolean isNamed(CreateExecution execution) {
        return execution.executionId().isPresent()
                || execution.idempotencyKey().filter(IdempotencyKey::isPresent).isPresent();
    }

    /** The engine knows such a claim again by the lease, and answers it a second time. */
    private static boolean namesItsLease(Object arguments) {
        return arguments instanceof ClaimExecution claim && claim.leaseId().isPresent()
                || arguments instanceof ClaimResumedExecution resumed
                        && resumed.leaseId().isPresent()
                || arguments instanceof ReclaimExecution reclaim
                        && reclaim.leaseId().isPresent();
    }
}
