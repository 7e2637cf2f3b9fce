package io.flowfabric.engine.waiting;

import io.flowfabric.engine.Deadline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** No threads for parked calls: they poll on the thread that rings. No timer fires, since time stands still. */
final class LooksAtOnce implements ParkedCalls.PollThreads {
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
