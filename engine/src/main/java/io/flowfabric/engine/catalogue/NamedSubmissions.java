package io.flowfabric.engine.catalogue;

import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.SubmitBatch;

/** Submissions that the engine recognises when they are repeated: an id or an idempotency key finds what the first created. */
final class NamedSubmissions {
    private NamedSubmissions() {}

    static boolean isNamed(CreateExecution execution) {
        return execution.executionId().isPresent()
                || execution.idempotencyKey().filter(IdempotencyKey::isPresent).isPresent();
    }

    static boolean areNamed(SubmitBatch batch) {
        return batch.executions().stream().allMatch(NamedSubmissions::isNamed);
    }
}
