package io.flowfabric.store.testkit;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.PoolUse;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.model.handle.BackendTag;
import java.sql.Connection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A store that stands in front of another and leaves it open. */
public interface StoreInFront extends Store {
    /** The one behind. */
    Store store();

    @Override
    default <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        return store().write(weightBytes, deadline, unit);
    }

    @Override
    default <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
        return store().read(deadline, unit);
    }

    @Override
    default <T> T writeIn(Connection connection, Unit<WriteTx, T> unit) {
        return store().writeIn(connection, unit);
    }

    @Override
    default void requireNotHeldUp() {
        store().requireNotHeldUp();
    }

    @Override
    default Optional<PoolUse> pool() {
        return store().pool();
    }

    @Override
    default Doorbells doorbells() {
        return store().doorbells();
    }

    @Override
    default BackendTag backend() {
        return store().backend();
    }

    @Override
    default void close() {}
}
