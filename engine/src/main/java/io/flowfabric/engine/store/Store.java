package io.flowfabric.engine.store;

import io.flowfabric.model.handle.BackendTag;
import java.util.concurrent.CompletableFuture;

/** A place where executions live. Safe for use by any thread. The opener owns it and closes it. */
public interface Store extends AutoCloseable {

    /** Work done in one transaction. It may be run more than once until it commits, so it has no other effects. */
    @FunctionalInterface
    interface Unit<X, T> {
        T run(X tx);
    }

    /**
     * Runs a unit in a transaction and completes after its commit. The future fails with an
     * {@link io.flowfabric.model.error.EngineException}; the call itself does not block or throw.
     *
     * @param weightBytes about how much the unit writes, which bounds how much waits in memory
     */
    <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit);

    /** Runs a unit on one consistent snapshot of what is committed. Blocks; fails with an engine exception. */
    <T> T read(Deadline deadline, Unit<ReadTx, T> unit);

    /** Ring after every commit that may concern somebody who waits, of this process and of others. */
    Doorbells doorbells();

    /** The byte by which handles of this store are told from those of others. */
    BackendTag backend();

    /** Finishes what has been accepted, then refuses with {@code unavailable}. */
    @Override
    void close();
}
