package io.flowfabric.engine;

import static io.flowfabric.engine.Operation.one;
import static io.flowfabric.engine.Scope.ADMIN;

import io.flowfabric.model.op.BlockExecutionForAdmission;
import io.flowfabric.model.op.BlockOutcome;
import io.flowfabric.model.op.BlockRoute;
import io.flowfabric.model.op.ChangePriority;
import io.flowfabric.model.op.ChangePriorityOutcome;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ReplayOutcome;
import io.flowfabric.model.op.RevokeLease;
import io.flowfabric.model.op.RevokeOutcome;
import io.flowfabric.model.op.UnblockExecution;
import io.flowfabric.model.op.UnblockOutcome;
import java.util.List;

/** What operators and schedulers do to executions that are not theirs. */
interface OperatorOperations {
    Operation<ChangePriority, ChangePriorityOutcome> CHANGE_PRIORITY = one(
            "change_priority",
            ChangePriority.class,
            ChangePriorityOutcome.class,
            ADMIN,
            "Moves an eligible execution within its lane.");

    Operation<ExecutionRef, ReplayOutcome> REPLAY_EXECUTION = one(
            "replay_execution",
            ExecutionRef.class,
            ReplayOutcome.class,
            ADMIN,
            "Starts an ended execution again; counters and epoch go on.");

    Operation<RevokeLease, RevokeOutcome> REVOKE_LEASE = one(
            "revoke_lease",
            RevokeLease.class,
            RevokeOutcome.class,
            ADMIN,
            "Takes a lease away from its holder; another worker may then take over.");

    Operation<BlockRoute, BlockOutcome> BLOCK_ROUTE = one(
            "block_route",
            BlockRoute.class,
            BlockOutcome.class,
            ADMIN,
            "Takes an execution that no worker can run out of the order of its lane.");

    Operation<BlockExecutionForAdmission, BlockOutcome> BLOCK_EXECUTION_FOR_ADMISSION = one(
            "block_execution_for_admission",
            BlockExecutionForAdmission.class,
            BlockOutcome.class,
            ADMIN,
            "Takes an execution out of the order of its lane, for a budget, a quota, a worker or a pause.");

    Operation<UnblockExecution, UnblockOutcome> UNBLOCK_EXECUTION = one(
            "unblock_execution",
            UnblockExecution.class,
            UnblockOutcome.class,
            ADMIN,
            "Puts a blocked execution back into its old place.");

    /** Every operation of this family. */
    static List<Operation<?, ?>> all() {
        return List.of(
                CHANGE_PRIORITY,
                REPLAY_EXECUTION,
                REVOKE_LEASE,
                BLOCK_ROUTE,
                BLOCK_EXECUTION_FOR_ADMISSION,
                UNBLOCK_EXECUTION);
    }
}
