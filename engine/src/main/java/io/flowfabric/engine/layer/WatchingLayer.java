package io.flowfabric.engine.layer;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A layer that may reject a call before it is made, and learns how each one ended. */
public interface WatchingLayer extends Layer {
    /** Admits a call by returning, or rejects it with an {@link io.flowfabric.model.error.EngineException}. */
    default void before(Operation<?, ?> operation) {}

    /**
     * Is told how a call ended; {@code elapsed} is zero when {@link #before} rejected it, and includes the time that
     * the call waited. An exception of this method is logged and has no other effect: the call has been answered.
     */
    void after(Operation<?, ?> operation, Duration elapsed, CallResult result);

    @Override
    default <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
        try {
            before(operation);
        } catch (RuntimeException rejection) {
            report(operation, Duration.ZERO, CallResult.failed(rejection));
            throw rejection;
        }
        long begun = System.nanoTime();
        try {
            R answer = next.call(operation, arguments);
            report(operation, Duration.ofNanos(System.nanoTime() - begun), CallResult.OK);
            return answer;
        } catch (RuntimeException | Error failure) {
            report(operation, Duration.ofNanos(System.nanoTime() - begun), CallResult.failed(failure));
            throw failure;
        }
    }

    @Override
    default <A, R> CompletableFuture<R> aroundAsync(Operation<A, R> operation, A arguments, Engine next) {
        try {
            before(operation);
        } catch (RuntimeException rejection) {
            report(operation, Duration.ZERO, CallResult.failed(rejection));
            return CompletableFuture.failedFuture(rejection);
        }
        long begun = System.nanoTime();
        var answer = next.callAsync(operation, arguments);
        answer.whenComplete((found, failure) -> report(
                operation,
                Duration.ofNanos(System.nanoTime() - begun),
                failure == null ? CallResult.OK : CallResult.failed(failure)));
        return answer;
    }

    private void report(Operation<?, ?> operation, Duration elapsed, CallResult result) {
        try {
            after(operation, elapsed, result);
        } catch (RuntimeException unable) {
            Logger log = LoggerFactory.getLogger(WatchingLayer.class);
            log.warn(
                    "{} failed after a call of {}, which was answered",
                    getClass().getName(),
                    operation,
                    unable);
        }
    }
}
