package io.flowfabric.store.testkit;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the queues that a store gives to an engine.
 *
 * @param read how many those were
 * @param owned whether the store behind is closed with this one
 */
public record QueueCountingStore(Store store, AtomicInteger read, boolean owned) implements StoreInFront {
    @Override
    public <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        return store.write(weightBytes, deadline, tx -> unit.run(counting(tx)));
    }

    private WriteTx counting(WriteTx tx) {
        return InterceptedTx.of(WriteTx.class, tx, (method, arguments, rest) -> {
            var answer = rest.run();
            if (method.getName().equals("queuesOf")) {
                read.addAndGet(((Collection<?>) answer).size());
            }
            return answer;
        });
    }

    @Override
    public void close() {
        if (owned) {
            store.close();
        }
    }
}
