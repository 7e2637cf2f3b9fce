package io.flowfabric.bench.system;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.SubmitBatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Submits the same execution many times over, in batches. */
public final class BulkSubmission {
    /** How many are submitted at once, unless told otherwise. */
    public static final int BATCH = 1000;

    private BulkSubmission() {}

    /** An execution in the namespace from which workers claim unless configured otherwise. */
    public static CreateExecutionBuilder execution(String lane, String kind, byte[] payload) {
        return CreateExecution.of(new Namespace("default"), new LaneId(lane), kind)
                .input(Payload.of(payload));
    }

    /** Submits {@code count} of them; each gets an id of its own. Answers the ids when all are committed. */
    public static List<ExecutionId> submit(Engine engine, int count, CreateExecution execution) {
        return submit(engine, count, BATCH, execution);
    }

    /** The same in batches of another size. */
    static List<ExecutionId> submit(Engine engine, int count, int batchSize, CreateExecution execution) {
        var ids = new ArrayList<ExecutionId>(count);
        for (int left = count; left > 0; left -= batchSize) {
            var batch = new SubmitBatch(Collections.nCopies(Math.min(left, batchSize), execution));
            engine.call(Catalogue.SUBMIT_BATCH, batch).stream()
                    .map(BatchItem::orThrow)
                    .map(CreateExecutionOutcome::executionId)
                    .forEach(ids::add);
        }
        return ids;
    }
}
