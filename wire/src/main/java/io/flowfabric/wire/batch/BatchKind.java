package io.flowfabric.wire.batch;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.RenewBatch;
import io.flowfabric.model.op.submit.SubmitBatch;
import java.util.List;
import java.util.function.Function;

/**
 * The parts of a batch operation.
 *
 * @param batch the batch operation
 * @param single the operation of one item
 * @param items the member with the items
 * @param pack makes the arguments of a batch from items
 * @param unpack takes the items from the arguments of a batch
 */
public record BatchKind<B, A, R>(
        Operation<B, List<BatchItem<R>>> batch,
        Operation<A, R> single,
        String items,
        Function<List<A>, B> pack,
        Function<B, List<A>> unpack) {

    /** The most items of a batch. */
    public static final int MOST = Limits.BATCH;

    private static final List<BatchKind<?, ?, ?>> ALL = List.of(
            new BatchKind<>(
                    Catalogue.SUBMIT_BATCH,
                    Catalogue.CREATE_EXECUTION,
                    "executions",
                    SubmitBatch::new,
                    SubmitBatch::executions),
            new BatchKind<>(
                    Catalogue.COMPLETE_BATCH, Catalogue.COMPLETE, "items", CompleteBatch::new, CompleteBatch::items),
            new BatchKind<>(Catalogue.RENEW_BATCH, Catalogue.RENEW, "items", RenewBatch::new, RenewBatch::items));

    /**
     * The kind of an operation of shape {@code BATCH}.
     *
     * @throws IllegalArgumentException if it is not a batch
     */
    public static BatchKind<?, ?, ?> of(Operation<?, ?> batch) {
        return ALL.stream()
                .filter(any -> any.batch().equals(batch))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s is not a known batch operation".formatted(batch)));
    }
}
