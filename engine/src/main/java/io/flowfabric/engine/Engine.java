package io.flowfabric.engine;

/**
 * Carries out the operations of the {@link Catalogue}, here or elsewhere. A layer is an engine that wraps another. Safe
 * for use by any thread; calls block until they are answered.
 */
public interface Engine extends AutoCloseable {
    /**
     * Carries out one operation.
     *
     * @throws io.flowfabric.model.error.EngineException when it is refused or fails
     */
    <A, R> R call(Operation<A, R> operation, A arguments);

    /** Stops the timers, finishes the calls under way and lets go of the store. */
    @Override
    void close();
}
