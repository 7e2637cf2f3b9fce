package io.flowfabric.wire;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.rules.Limits;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.CompleteBatch;
import io.flowfabric.model.op.RenewBatch;
import io.flowfabric.model.op.SubmitBatch;
import java.util.List;
import java.util.function.Function;

/**
 * What a batch is made of.
 *
 * @param batch the operation that takes many
 * @param single the operation that takes one of them
 * @param items the member in which they are
 * @param pack makes the arguments of a batch
 * @param unpack takes them apart
 */
public record BatchKind<B, A, R>(
        Operation<B, List<BatchItem<R>>> batch,
        Operation<A, R> single,
        String items,
        Function<List<A>, B> pack,
        Function<B, List<A>> unpack) {

    /** How many items a batch has at most. */
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
     * @throws IllegalArgumentException if it is none
     */
    public static BatchKind<?, ?, ?> of(Operation<?, ?> batch) {
        return ALL.stream()
                .filter(any -> any.batch().equals(batch))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s is a batch of nothing known".formatted(batch)));
    }
}
