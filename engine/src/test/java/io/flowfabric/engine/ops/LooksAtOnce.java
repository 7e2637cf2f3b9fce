package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Deadline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** No threads for those who are parked: they look on the thread that rings. No alarm goes off, since time stands still. */
final class LooksAtOnce implements WaitingRoom.LookThreads {
    @Override
    public void execute(Runnable task) {
        task.run();
    }

    @Override
    public Future<?> schedule(Deadline at, Runnable task) {
        return new CompletableFuture<>();
    }

    @Override
    public void close() {}
}
