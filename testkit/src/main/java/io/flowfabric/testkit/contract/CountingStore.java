package io.flowfabric.testkit.contract;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.StoreInFront;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that counts how often it is read. */
record CountingStore(Store store, AtomicInteger reads) implements StoreInFront {
    static CountingStore on(Store store) {
        return new CountingStore(store, new AtomicInteger());
    }

    @Override
    public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
        reads.incrementAndGet();
        return store.read(deadline, unit);
    }
}
