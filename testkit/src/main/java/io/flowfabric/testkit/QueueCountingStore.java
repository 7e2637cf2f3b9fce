package io.flowfabric.testkit;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
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
        return (WriteTx) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {WriteTx.class}, (proxy, method, arguments) -> {
                    try {
                        var answer = method.invoke(tx, arguments);
                        if (method.getName().equals("queuesOf")) {
                            read.addAndGet(((Collection<?>) answer).size());
                        }
                        return answer;
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    @Override
    public void close() {
        if (owned) {
            store.close();
        }
    }
}
