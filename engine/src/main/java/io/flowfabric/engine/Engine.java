package io.flowfabric.engine;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.UnavailableException;
import java.sql.Connection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Carries out the operations of the {@link Catalogue}, in this process or remotely. A layer is an engine that wraps
 * another. Safe for use by any thread; calls block until they are answered.
 */
public interface Engine extends AutoCloseable {
    /**
     * Carries out one operation.
     *
     * @throws io.flowfabric.model.error.EngineException when it is refused or fails
     */
    <A, R> R call(Operation<A, R> operation, A arguments);

    /**
     * Begins one operation. One that waits for something ({@code claim}, {@code await_result}, the subscriptions,
     * {@code acquire_cursor}) holds neither a thread nor a connection while it waits; everything else may be done on
     * the calling thread before this returns.
     *
     * <p>The answer can be cancelled. A cancelled call waits no longer and takes nothing: what a cancelled claim or
     * {@code acquire_cursor} was just about to take is given back. The answer fails with what {@link #call} would
     * throw.
     */
    default <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        try {
            return CompletableFuture.completedFuture(call(operation, arguments));
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    /**
     * A secret of the deployment: 32 random bytes, created on first use and kept in the store, so that every process on
     * one store has the same. It must not be shown to callers.
     *
     * @param name up to 64 of {@code a-z} and {@code _}
     */
    default byte[] secret(String name) {
        throw new UnavailableException("secret " + name, "This engine has no store of its own to keep it in.");
    }

    /**
     * How much there is in the store, by one query. It covers all namespaces, so it must not be shown to callers that
     * are bound to one.
     */
    default EngineLoad load() {
        throw new UnavailableException("load", "This engine has no store of its own to query.");
    }

    /** How the connections to the store are used, without a query; empty when the store has no pool of its own. */
    default Optional<PoolUse> pool() {
        return Optional.empty();
    }

    /**
     * Whether {@link Catalogue#SHUTDOWN_PREPARE} was called: calls that would have to wait are refused, and callers
     * should use another engine.
     */
    default boolean isShuttingDown() {
        return false;
    }

    /**
     * Makes the engine ask from now on how much it may answer before it claims or reads large content. A remote engine
     * guards the memory of its own process, and does not ask.
     */
    default void answerWithin(AnswerRoom room) {}

    /**
     * Carries out {@link Catalogue#CREATE_EXECUTION} or {@link Catalogue#SUBMIT_BATCH} in the transaction that the
     * caller has open on a connection to the database of the store: it is committed or rolled back together with
     * everything else that the caller does there. A layer forwards this like {@link #call}; a remote engine refuses it.
     *
     * @throws io.flowfabric.model.error.EngineException when it is refused or fails; what the caller did before in the
     *     transaction stays, unless the message says otherwise
     */
    default <A, R> R callIn(Connection connection, Operation<A, R> operation, A arguments) {
        throw new UnavailableException(
                operation.name() + " in the caller's transaction",
                "This engine does not share a database with its caller. Submit without the connection.");
    }

    /** Stops the timers, finishes the calls under way and closes the store. */
    @Override
    void close();
}
