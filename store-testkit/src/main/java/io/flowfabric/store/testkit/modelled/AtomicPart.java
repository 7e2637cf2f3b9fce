package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.RenewBatch;
import io.flowfabric.model.op.submit.SubmitBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What takes effect at once: a call, or one item of a batch. The items of a batch may be separated by other calls, because
 * one that would wait for a row is carried out after the others.
 *
 * @param party whose call it is a part of
 */
record AtomicPart<A, R>(int party, Call<A, R> call, Answer<R> actual) {
    private static final Set<Operation<?, ?>> PASSES_OVER_LOCKED =
            Set.of(Catalogue.CLAIM, Catalogue.CLAIM_FOR_WORKER, FollowUpCalls.RELEASE_ROUTES);

    /** A call with its answer. */
    static <A, R> AtomicPart<A, R> of(int party, Call<A, R> call, Answer<R> actual) {
        return new AtomicPart<>(party, call, actual);
    }

    /** Whether it leaves out what others hold locked. */
    boolean passesOverLocked() {
        return PASSES_OVER_LOCKED.contains(call.operation());
    }

    /** What it has caused, which takes effect after it. */
    Optional<AtomicPart<?, ?>> followUp() {
        return FollowUpCalls.of(call, actual).map(caused -> new AtomicPart<>(party, caused, FollowUpCalls.CARRIED_OUT));
    }

    /** What takes effect at once. */
    List<AtomicPart<?, ?>> split() {
        if (actual instanceof Answer.Given<R> given && given.result() instanceof List<?> answers) {
            if (call.arguments() instanceof SubmitBatch batch) {
                return items(
                        Catalogue.SUBMIT_BATCH, batch.executions(), item -> new SubmitBatch(List.of(item)), answers);
            }
            if (call.arguments() instanceof CompleteBatch batch) {
                return items(
                        Catalogue.COMPLETE_BATCH, batch.items(), item -> new CompleteBatch(List.of(item)), answers);
            }
            if (call.arguments() instanceof RenewBatch batch) {
                return items(Catalogue.RENEW_BATCH, batch.items(), item -> new RenewBatch(List.of(item)), answers);
            }
        }
        return List.of(this);
    }

    @SuppressWarnings("unchecked") // the answers to a batch are items of its own type
    private <I, B, S> List<AtomicPart<?, ?>> items(
            Operation<B, List<BatchItem<S>>> operation, List<I> items, Function<I, B> alone, List<?> answers) {
        var parts = new ArrayList<AtomicPart<?, ?>>();
        for (int i = 0; i < items.size(); i++) {
            var answer = new Answer.Given<>(List.of((BatchItem<S>) answers.get(i)));
            parts.add(new AtomicPart<>(party, new Call<>(operation, alone.apply(items.get(i)), call.note()), answer));
        }
        return parts;
    }
}
