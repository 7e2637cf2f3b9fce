package io.flowfabric.engine.store;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.PoolUse;
import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.handle.BackendTag;
import java.sql.Connection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Persists executions and all other records. Safe for use by any thread. Its opener owns it and closes it. */
public interface Store extends AutoCloseable {

    /** Work done in one transaction. It may be run more than once until it commits, so it has no other effects. */
    @FunctionalInterface
    interface Unit<X, T> {
        T run(X tx);
    }

    /**
     * Runs a unit in a transaction and completes after its commit. The future fails with an {@link
     * io.flowfabric.model.error.EngineException}; the call itself does not block or throw. A unit that needs a row or a
     * table which another transaction holds locked waits until its deadline, without a thread or a connection.
     *
     * @param weightBytes about how much the unit writes, which bounds how much waits in memory
     */
    <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit);

    /**
     * As {@link #write}, but does not wait for a row or a table that another transaction holds locked: the future then
     * fails with a {@link HeldException} within milliseconds. For callers that keep their work and retry. A store whose
     * writers take turns for everything has no such rows.
     */
    default <T> CompletableFuture<T> tryWrite(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        return write(weightBytes, deadline, unit);
    }

    /** Runs a unit on one consistent snapshot of what is committed. Blocks; fails with an engine exception. */
    <T> T read(Deadline deadline, Unit<ReadTx, T> unit);

    /**
     * Runs a unit in the transaction that its caller has open on a connection of their own to the same database. What
     * it writes is committed or undone with everything else in that transaction; the store ends nothing and changes no
     * setting of the connection. When the unit fails, what it wrote is undone, and the rest of the transaction stands
     * unless the exception says otherwise. Calls that wait for what was written are woken once it is committed. Runs on
     * the calling thread, which must be the one that uses the connection.
     *
     * @throws io.flowfabric.model.error.EngineException {@code invalid_input} if the connection is closed, in
     *     autocommit mode, or leads elsewhere; {@code unavailable} from a store that has no such connections
     */
    default <T> T writeIn(Connection connection, Unit<WriteTx, T> unit) {
        throw new UnavailableException(
                "submit in the caller's transaction",
                "This store is no SQL database that a JDBC connection could share. Submit without the connection.");
    }

    /**
     * Fails when a write of the calling thread would wait for a transaction that the same thread holds open, as far as
     * the store knows of it.
     */
    default void requireNotHeldUp() {}

    /** How its connections are used, without a query; empty when it has no pool of its own. */
    default Optional<PoolUse> pool() {
        return Optional.empty();
    }

    /** Ring after every commit that may concern waiting calls, of this process and of others. */
    Doorbells doorbells();

    /** The byte that distinguishes handles of this store from those of others. */
    BackendTag backend();

    /** Finishes what has been accepted, then refuses with {@code unavailable}. */
    @Override
    void close();
}
