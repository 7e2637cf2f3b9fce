package io.flowfabric.server.auth;

import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * What an engine answers, with something changed. Cancelling it cancels the engine's own answer and nothing else, so that
 * whatever was taken is either given back there or told here.
 */
final class ChangedAnswer<R> extends CompletableFuture<R> {
    private final CompletableFuture<R> original;

    ChangedAnswer(CompletableFuture<R> original, UnaryOperator<R> change) {
        this.original = original;
        original.whenComplete((answer, failure) -> {
            if (failure != null) {
                completeExceptionally(failure);
                return;
            }
            try {
                complete(change.apply(answer));
            } catch (RuntimeException unable) {
                completeExceptionally(unable);
            }
        });
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return original.cancel(mayInterruptIfRunning);
    }
}
