package io.flowfabric.cli.command;

import io.flowfabric.sdk.task.Task;
import io.flowfabric.sdk.task.TaskHandler;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the tasks that a handler has ended, so that a caller can wait for the last. Safe for use by any thread. */
final class TaskTally implements TaskHandler {
    private final TaskHandler handler;
    private final AtomicInteger left;
    private final CountDownLatch over = new CountDownLatch(1);

    /** With {@code tasks} 0 there is no last one. */
    TaskTally(TaskHandler handler, int tasks) {
        this.handler = handler;
        this.left = new AtomicInteger(tasks == 0 ? Integer.MAX_VALUE : tasks);
    }

    @Override
    public Optional<byte[]> handle(Task task) throws Exception {
        try {
            return handler.handle(task);
        } finally {
            if (left.decrementAndGet() == 0) {
                over.countDown();
            }
        }
    }

    /** Ends the waits of all callers. */
    void callOff() {
        over.countDown();
    }

    /** Waits for the last task, or until it is called off. */
    void awaitLast() throws InterruptedException {
        over.await();
    }
}
