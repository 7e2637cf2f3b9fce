package io.flowfabric.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A thread that waits at a bell. */
final class Waiter<T> {
    /** Longer than any test takes: who comes back before it was woken. */
    static final Duration LONG = Duration.ofSeconds(30);

    interface Wait<T> {
        T run(Deadline deadline) throws InterruptedException;
    }

    private final FutureTask<T> task;
    private final Thread thread;

    private Waiter(Wait<T> wait) {
        task = new FutureTask<>(() -> wait.run(Deadline.in(LONG)));
        thread = new Thread(task, "waiter");
        thread.setDaemon(true);
    }

    /** Starts a thread and answers once it is asleep at the bell. */
    static <T> Waiter<T> asleep(Wait<T> wait) {
        var waiter = new Waiter<>(wait);
        waiter.thread.start();
        while (waiter.thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(waiter.task.isDone())
                    .as("the waiter came back before it slept")
                    .isFalse();
            Thread.onSpinWait();
        }
        return waiter;
    }

    /** What the thread brought back, which it must before its deadline. */
    T woken() throws InterruptedException, ExecutionException, TimeoutException {
        return task.get(LONG.toSeconds() / 2, TimeUnit.SECONDS);
    }

    void interrupt() {
        thread.interrupt();
    }
}
