package io.flowfabric.engine.catalogue;

import static io.flowfabric.engine.catalogue.Operation.AnswerSize.PAYLOAD;
import static io.flowfabric.engine.catalogue.Operation.AnswerSize.SHORT_ITEMS;
import static io.flowfabric.engine.catalogue.Operation.AnswerSize.SMALL;
import static io.flowfabric.engine.catalogue.Operation.Subject.EXECUTION;
import static io.flowfabric.engine.catalogue.Operation.Subject.SUBMISSION;
import static io.flowfabric.engine.catalogue.Operation.batch;
import static io.flowfabric.engine.catalogue.Operation.one;
import static io.flowfabric.engine.catalogue.RetrySafety.ALWAYS;
import static io.flowfabric.engine.catalogue.RetrySafety.when;
import static io.flowfabric.engine.catalogue.Scope.SUBMIT;

import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultRequest;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.SubmitBatch;
import java.util.List;

/** Handing work in, and learning how it ended. */
interface SubmissionOperations {
    Operation<CreateExecution, CreateExecutionOutcome> CREATE_EXECUTION = one(
                    "create_execution", CreateExecution.class, CreateExecutionOutcome.class)
            .needs(SUBMIT)
            .concerns(SUBMISSION)
            .repeated(when(NamedSubmissions::isNamed))
            .answers(SMALL)
            .inCallersTransaction()
            .describedAs("Submits an execution; a repeated id or idempotency key answers the first one.");

    Operation<SubmitBatch, List<BatchItem<CreateExecutionOutcome>>> SUBMIT_BATCH = batch(
                    "submit_batch", SubmitBatch.class, CreateExecutionOutcome.class)
            .needs(SUBMIT)
            .concerns(SUBMISSION)
            .repeated(when(NamedSubmissions::areNamed))
            .answers(SHORT_ITEMS)
            .inCallersTransaction()
            .describedAs("Submits up to 1000 executions; each is answered like a single one.");

    Operation<CancelExecution, EndedOutcome> CANCEL_EXECUTION = one(
                    "cancel_execution", CancelExecution.class, EndedOutcome.class)
            .needs(SUBMIT)
            .concerns(EXECUTION)
            .repeated(ALWAYS)
            .answers(SMALL)
            .audited()
            .describedAs("Cancels an execution from any phase; cancelling a cancelled one succeeds without effect.");

    Operation<AwaitResultRequest, AwaitResultOutcome> AWAIT_RESULT = one(
                    "await_result", AwaitResultRequest.class, AwaitResultOutcome.class)
            .reads(EXECUTION)
            .answers(PAYLOAD)
            .describedAs("Waits until an execution has ended and answers how.");
}
