package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.limit.ArgumentRules;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.RenewBatch;
import io.flowfabric.model.op.lease.RenewOutcome;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.SubmitBatch;
import java.util.List;
import java.util.function.Function;

/** A batch is its items, one after the other. */
final class BatchModel {
    private static final int MOST_ITEMS = 1000;

    private final SubmissionModel submissions;
    private final HolderModel holders;

    BatchModel(SubmissionModel submissions, HolderModel holders) {
        this.submissions = submissions;
        this.holders = holders;
    }

    List<BatchItem<CreateExecutionOutcome>> submit(SubmitBatch args) {
        return each("executions", args.executions(), submissions::create);
    }

    List<BatchItem<Ok>> complete(CompleteBatch args) {
        return each("items", args.items(), holders::complete);
    }

    List<BatchItem<RenewOutcome>> renew(RenewBatch args) {
        return each("items", args.items(), holders::renew);
    }

    private static <A extends Record, R> List<BatchItem<R>> each(String field, List<A> items, Function<A, R> single) {
        if (items.isEmpty() || items.size() > MOST_ITEMS) {
            throw OperationModel.invalid("%s: %d items".formatted(field, items.size()));
        }
        return items.stream().map(item -> answer(item, single)).toList();
    }

    private static <A extends Record, R> BatchItem<R> answer(A item, Function<A, R> single) {
        try {
            OperationModel.require(ArgumentRules.check(item));
            return new BatchItem.Answered<>(single.apply(item));
        } catch (EngineException refused) {
            return new BatchItem.Refused<>(refused.error());
        }
    }
}
