package io.flowfabric.sdk.remote;

import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.id.TimeOrderedUuid;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.state.PublicState;
import java.util.Optional;

/**
 * Arguments that are safe to send again: an execution without id and key is given an id. When the server then answers
 * that it knows the id, only this client's first call can have sent it, and the caller is told that the execution was
 * created.
 *
 * @param created the answer that replaces a duplicate of the id that was given here
 */
record RepeatableArguments<A>(A arguments, Optional<CreateExecutionOutcome.Created> created) {

    static <A> RepeatableArguments<A> of(Operation<A, ?> operation, A arguments, PartitionConfig partitions) {
        if (!(arguments instanceof CreateExecution execution) || operation.isSafeToRepeat(arguments)) {
            return new RepeatableArguments<>(arguments, Optional.empty());
        }
        var id = ExecutionId.deterministicSolo(execution.laneId(), partitions, TimeOrderedUuid.mint());
        // Only the store's clock can tell whether a delay is already over.
        var state = execution.delayUntil().isPresent() ? PublicState.DELAYED : PublicState.WAITING;
        return new RepeatableArguments<>(
                operation.arguments().cast(named(execution, id)),
                Optional.of(new CreateExecutionOutcome.Created(id, state)));
    }

    /** The answer for the caller, who does not know of the id and of repeats. */
    @SuppressWarnings("unchecked") // created is present only for an operation with such outcomes
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
