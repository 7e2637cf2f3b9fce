package io.flowfabric.cli;

import io.flowfabric.sdk.Task;
import io.flowfabric.sdk.TaskHandler;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Counts the tasks that a handler has ended, so that somebody can wait for the last. Safe for use by any thread. */
final class TaskTally implements TaskHandler {
    private final TaskHandler handler;
    private final CountDownLatch left;

    /** With {@code tasks} 0 there is no last one. */
    TaskTally(TaskHandler handler, int tasks) {
        this.handler = handler;
        this.left = new CountDownLatch(tasks == 0 ? Integer.MAX_VALUE : tasks);
    }

    @Override
    public Optional<byte[]> handle(Task task) throws Exception {
        try {
            return handler.handle(task);
        } finally {
            left.countDown();
        }
    }

    void awaitLast() throws InterruptedException {
        left.await();
    }
}
