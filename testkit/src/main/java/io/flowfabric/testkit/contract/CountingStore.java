package io.flowfabric.testkit.contract;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbells;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.handle.BackendTag;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that counts how often it is read. Leaves the store behind it open. */
record CountingStore(Store store, AtomicInteger reads) implements Store {
    static CountingStore on(Store store) {
        return new CountingStore(store, new AtomicInteger());
    }

    @Override
    public <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        return store.write(weightBytes, deadline, unit);
    }

    @Override
    public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
        reads.incrementAndGet();
        return store.read(deadline, unit);
    }

    @Override
    public Doorbells doorbells() {
        return store.doorbells();
    }

    @Override
    public BackendTag backend() {
        return store.backend();
    }

    @Override
    public void close() {}
}
