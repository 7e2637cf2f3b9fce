package io.flowfabric.sdk;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.SubmitBatch;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Many submissions in as few calls as the engine allows. Used by one thread, once. */
final class BatchSubmission {
    private static final int MOST_ITEMS = Limits.BATCH;

    private final FabricParts fabric;
    private Optional<Instant> now = Optional.empty();

    BatchSubmission(FabricParts fabric) {
        this.fabric = fabric;
    }

    /** Arguments that could be built, and their index in the list of submissions. */
    private record Placed(int index, CreateExecution arguments) {}

    List<BatchItem<Submitted>> submit(List<SubmissionBuilder> submissions) {
        return submit(submissions, this::call);
    }

    List<BatchItem<Submitted>> submitIn(Connection connection, List<SubmissionBuilder> submissions) {
        return submit(submissions, batch -> fabric.engine().callIn(connection, Catalogue.SUBMIT_BATCH, batch));
    }

    private List<BatchItem<Submitted>> submit(
            List<SubmissionBuilder> submissions, Function<SubmitBatch, List<BatchItem<CreateExecutionOutcome>>> call) {
        requireOurs(submissions);
        var answers = new TreeMap<Integer, BatchItem<Submitted>>();
        var placed = new ArrayList<Placed>();
        for (int i = 0; i < submissions.size(); i++) {
            try {
                placed.add(new Placed(i, submissions.get(i).build(this::serverTime)));
            } catch (EngineException refused) {
                answers.put(i, new BatchItem.Refused<>(refused.error()));
            }
        }
        for (int from = 0; from < placed.size(); from += MOST_ITEMS) {
            var part = placed.subList(from, Math.min(placed.size(), from + MOST_ITEMS));
            var told = call.apply(
                    new SubmitBatch(part.stream().map(Placed::arguments).toList()));
            for (int i = 0; i < part.size(); i++) {
                answers.put(part.get(i).index(), submitted(told.get(i)));
            }
        }
        return List.copyOf(answers.values());
    }

    /** If the call fails as a whole, each of its items gets that failure: items of other calls may be stored. */
    private List<BatchItem<CreateExecutionOutcome>> call(SubmitBatch batch) {
        try {
            return fabric.engine().call(Catalogue.SUBMIT_BATCH, batch);
        } catch (EngineException failed) {
            return Collections.nCopies(batch.executions().size(), new BatchItem.Refused<>(failed.error()));
        }
    }

    private BatchItem<Submitted> submitted(BatchItem<CreateExecutionOutcome> item) {
        return item instanceof BatchItem.Refused<CreateExecutionOutcome> refused
                ? new BatchItem.Refused<>(refused.error())
                : new BatchItem.Answered<>(new Submitted(fabric, item.orThrow()));
    }

    private void requireOurs(List<SubmissionBuilder> submissions) {
        for (int i = 0; i < submissions.size(); i++) {
            if (!submissions.get(i).belongsTo(fabric)) {
                throw EngineError.of(
                                ErrorCode.INVALID_INPUT,
                                "submission %d was created by another FlowFabric".formatted(i),
                                "Create it with submission(lane, kind) of the FlowFabric that submits it. Nothing was"
                                        + " submitted.")
                        .toException();
            }
        }
    }

    /** Reads the store's clock once for all submissions. */
    private Instant serverTime() {
        if (now.isEmpty()) {
            now = Optional.of(Instant.ofEpochMilli(fabric.engine().call(Catalogue.SERVER_TIME_MS, NoArguments.NONE)));
        }
        return now.get();
    }
}
