package io.flowfabric.testkit.contract;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.testkit.StoreInFront;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A store that begins no write before it is told to.
 *
 * @param writes how many transactions have come to write
 */
record GatedStore(Store store, AtomicInteger writes, CompletableFuture<Void> gate) implements StoreInFront {
    static GatedStore on(Store store) {
        return new GatedStore(store, new AtomicInteger(), new CompletableFuture<>());
    }

    @Override
    public <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        writes.incrementAndGet();
        return gate.thenCompose(open -> store.write(weightBytes, deadline, unit));
    }

    /** Lets everybody in from now on. */
    void open() {
        gate.complete(null);
    }
}
