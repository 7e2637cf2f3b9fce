package io.flowfabric.remote;

import io.flowfabric.engine.Operation;
import io.flowfabric.engine.Repetition;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.TimeOrderedUuid;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.CreateExecutionOutcome;
import io.flowfabric.model.partition.PartitionConfig;
import io.flowfabric.model.state.PublicState;
import java.util.Optional;

/**
 * Arguments that are safe to send again: an execution that has neither id nor key is given an id. When the server then
 * answers that it knows the id, nobody but our own first call can have brought it, and the caller is told that it was
 * created.
 *
 * @param created what to answer in place of a duplicate of the id that was given here
 */
record Minted<A>(A arguments, Optional<CreateExecutionOutcome.Created> created) {

    static <A> Minted<A> of(Operation<A, ?> operation, A arguments, PartitionConfig partitions) {
        if (!(arguments instanceof CreateExecution execution) || Repetition.isSafe(operation, arguments)) {
            return new Minted<>(arguments, Optional.empty());
        }
        var id = ExecutionId.deterministicSolo(execution.laneId(), partitions, TimeOrderedUuid.mint());
        // Whether a delay was over already only the store's clock can tell.
        var state = execution.delayUntil().isPresent() ? PublicState.DELAYED : PublicState.WAITING;
        return new Minted<>(
                operation.arguments().cast(named(execution, id)),
                Optional.of(new CreateExecutionOutcome.Created(id, state)));
    }

    /** The answer for a caller that knows nothing of the id and of repeats. */
    @SuppressWarnings("unchecked") // only an operation that answers such outcomes has something created
    <R> R answer(R answer) {
        return answer instanceof CreateExecutionOutcome.Duplicate && created.isPresent() ? (R) created.get() : answer;
    }

    private static CreateExecution named(CreateExecution execution, ExecutionId id) {
        return new CreateExecution(
                Optional.of(id),
                execution.namespace(),
                execution.laneId(),
                execution.executionKind(),
                execution.input(),
                execution.priority(),
                execution.creatorIdentity(),
                execution.idempotencyKey(),
                execution.tags(),
                execution.policy(),
                execution.delayUntil(),
                execution.executionDeadlineAt());
    }
}
