package io.flowfabric.store.testkit.quiescence;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.store.testkit.StoreInFront;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A store that knows how many of its transactions are open. It closes the one behind.
 *
 * @param open those that wait to begin included
 */
public record CountedStore(Store store, AtomicInteger open) implements StoreInFront {
    public static CountedStore on(Store store) {
        return new CountedStore(store, new AtomicInteger());
    }

    @Override
    public <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        return counted(() -> store.write(weightBytes, deadline, unit));
    }

    @Override
    public <T> CompletableFuture<T> tryWrite(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        return counted(() -> store.tryWrite(weightBytes, deadline, unit));
    }

    private <T> CompletableFuture<T> counted(Supplier<CompletableFuture<T>> write) {
        open.incrementAndGet();
        return write.get().whenComplete((answer, failure) -> open.decrementAndGet());
    }

    @Override
    public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
        open.incrementAndGet();
        try {
            return store.read(deadline, unit);
        } finally {
            open.decrementAndGet();
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
