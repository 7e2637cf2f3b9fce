package io.flowfabric.server.auth;

import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * An engine's answer with parts of it changed. Cancelling it cancels only the engine's own future, so that a lease is
 * either handed back there or delivered here.
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
