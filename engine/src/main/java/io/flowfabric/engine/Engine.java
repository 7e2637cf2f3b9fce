package io.flowfabric.engine;

import io.flowfabric.model.error.UnavailableException;
import java.sql.Connection;

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

    /**
     * Carries out {@link Catalogue#CREATE_EXECUTION} or {@link Catalogue#SUBMIT_BATCH} in the transaction that the caller
     * has open on a connection to the database of the store: it is committed or undone together with whatever else the
     * caller does there. A layer forwards this like {@link #call}; an engine elsewhere refuses it.
     *
     * @throws io.flowfabric.model.error.EngineException when it is refused or fails; what the caller did before stands
     *     unless the message says otherwise
     */
    default <A, R> R callIn(Connection connection, Operation<A, R> operation, A arguments) {
        throw new UnavailableException(
                operation.name() + " in the caller's transaction",
                "This engine does not share a database with its caller. Submit without the connection.");
    }

    /** Stops the timers, finishes the calls under way and lets go of the store. */
    @Override
    void close();
}
