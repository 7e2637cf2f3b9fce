package io.flowfabric.engine;

import static io.flowfabric.engine.Operation.batch;
import static io.flowfabric.engine.Operation.one;
import static io.flowfabric.engine.Scope.READ;
import static io.flowfabric.engine.Scope.SUBMIT;

import io.flowfabric.model.op.AwaitResultOutcome;
import io.flowfabric.model.op.AwaitResultRequest;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.CancelExecution;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.CreateExecutionOutcome;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.SubmitBatch;
import java.util.List;

/** Handing work in, and learning how it ended. */
interface SubmissionOperations {
    Operation<CreateExecution, CreateExecutionOutcome> CREATE_EXECUTION = one(
            "create_execution",
            CreateExecution.class,
            CreateExecutionOutcome.class,
            SUBMIT,
            "Submits an execution; a repeated id or idempotency key answers the first one.");

    Operation<SubmitBatch, List<BatchItem<CreateExecutionOutcome>>> SUBMIT_BATCH = batch(
            "submit_batch",
            SubmitBatch.class,
            CreateExecutionOutcome.class,
            SUBMIT,
            "Submits up to 1000 executions; each is answered like a single one.");

    Operation<CancelExecution, EndedOutcome> CANCEL_EXECUTION = one(
            "cancel_execution",
            CancelExecution.class,
            EndedOutcome.class,
            SUBMIT,
            "Cancels an execution from any phase; cancelling a cancelled one succeeds without effect.");

    Operation<AwaitResultRequest, AwaitResultOutcome> AWAIT_RESULT = one(
            "await_result",
            AwaitResultRequest.class,
            AwaitResultOutcome.class,
            READ,
            "Waits until an execution has ended and answers how.");

    /** Every operation of this family. */
    static List<Operation<?, ?>> all() {
        return List.of(CREATE_EXECUTION, SUBMIT_BATCH, CANCEL_EXECUTION, AWAIT_RESULT);
    }
}
