package io.flowfabric.engine.catalogue;

import static io.flowfabric.engine.catalogue.Operation.AnswerSize.SMALL;
import static io.flowfabric.engine.catalogue.Operation.Subject.DEPLOYMENT;
import static io.flowfabric.engine.catalogue.Operation.Subject.EXECUTION;
import static io.flowfabric.engine.catalogue.Operation.one;
import static io.flowfabric.engine.catalogue.RetrySafety.ALWAYS;
import static io.flowfabric.engine.catalogue.RetrySafety.NEVER;
import static io.flowfabric.engine.catalogue.Scope.ADMIN;

import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.operator.BlockExecutionForAdmission;
import io.flowfabric.model.op.operator.BlockOutcome;
import io.flowfabric.model.op.operator.BlockRoute;
import io.flowfabric.model.op.operator.ChangePriority;
import io.flowfabric.model.op.operator.ChangePriorityOutcome;
import io.flowfabric.model.op.operator.ReplayOutcome;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.operator.RevokeOutcome;
import io.flowfabric.model.op.operator.UnblockExecution;
import io.flowfabric.model.op.operator.UnblockOutcome;

/** What operators and schedulers do to executions that are not theirs. */
interface OperatorOperations {
    Operation<ChangePriority, ChangePriorityOutcome> CHANGE_PRIORITY = one(
                    "change_priority", ChangePriority.class, ChangePriorityOutcome.class)
            .needs(ADMIN)
            .concerns(EXECUTION)
            .repeated(NEVER)
            .answers(SMALL)
            .describedAs("Moves an eligible execution within its lane.");

    Operation<ExecutionRef, ReplayOutcome> REPLAY_EXECUTION = one(
                    "replay_execution", ExecutionRef.class, ReplayOutcome.class)
            .needs(ADMIN)
            .concerns(EXECUTION)
            .repeated(NEVER)
            .answers(SMALL)
            .describedAs("Starts an ended execution again; counters and epoch continue.");

    Operation<RevokeLease, RevokeOutcome> REVOKE_LEASE = one("revoke_lease", RevokeLease.class, RevokeOutcome.class)
            .needs(ADMIN)
            .concerns(EXECUTION)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Revokes a lease; another worker may then reclaim the execution.");

    Operation<BlockRoute, BlockOutcome> BLOCK_ROUTE = one("block_route", BlockRoute.class, BlockOutcome.class)
            .needs(ADMIN)
            .concerns(EXECUTION)
            .repeated(NEVER)
            .answers(SMALL)
            .describedAs("Takes an execution that no worker can run out of the order of its lane.");

    Operation<BlockExecutionForAdmission, BlockOutcome> BLOCK_EXECUTION_FOR_ADMISSION = one(
                    "block_execution_for_admission", BlockExecutionForAdmission.class, BlockOutcome.class)
            .needs(ADMIN)
            .concerns(EXECUTION)
            .repeated(NEVER)
            .answers(SMALL)
            .describedAs(
                    "Takes an execution out of the order of its lane, for a budget, a quota, a worker or a pause.");

    Operation<UnblockExecution, UnblockOutcome> UNBLOCK_EXECUTION = one(
                    "unblock_execution", UnblockExecution.class, UnblockOutcome.class)
            .needs(ADMIN)
            .concerns(DEPLOYMENT)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Puts a blocked execution back into its old place.");
}
