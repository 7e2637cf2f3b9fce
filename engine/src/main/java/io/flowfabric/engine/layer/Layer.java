package io.flowfabric.engine.layer;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import java.util.concurrent.CompletableFuture;

/**
 * Wraps an engine and sees every call to it. Implementations are called by many threads at once. See {@link
 * WatchingLayer} for one that only observes.
 *
 * <pre>{@code
 * final class ReadOnly implements Layer {
 *     public <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
 *         if (operation.scope() != Scope.READ) {
 *             throw new UnavailableException(operation.name(), "This program only reads.");
 *         }
 *         return next.call(operation, arguments);
 *     }
 * }
 * }</pre>
 */
public interface Layer {
    /**
     * Answers one call, as a rule with what {@code next} answers to it.
     *
     * @param next the engine that this layer wraps; the layer must not close it
     * @throws io.flowfabric.model.error.EngineException when the call is rejected here, or refused further in; workers
     *     repeat a rejection that is of kind transport, timeout or resource exhausted, and give up on any other
     */
    <A, R> R around(Operation<A, R> operation, A arguments, Engine next);

    /**
     * Begins one call, as {@link Engine#callAsync}. A layer that passes on the answer of {@code next} returns the very
     * same future, so that cancelling it reaches the engine. Unless a layer overrides this, the calling thread waits
     * with {@link #around}.
     */
    default <A, R> CompletableFuture<R> aroundAsync(Operation<A, R> operation, A arguments, Engine next) {
        try {
            return CompletableFuture.completedFuture(around(operation, arguments, next));
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }
}
