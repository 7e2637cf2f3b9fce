package io.flowfabric.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A thread that waits for a doorbell. */
public final class Waiter<T> {
    /** Longer than any test takes: a thread that returns earlier was woken. */
    public static final Duration LONG = Duration.ofSeconds(30);

    public interface Wait<T> {
        T run(Deadline deadline) throws InterruptedException;
    }

    private final FutureTask<T> task;
    private final Thread thread;

    private Waiter(Wait<T> wait) {
        task = new FutureTask<>(() -> wait.run(Deadline.in(LONG)));
        thread = new Thread(task, "waiter");
        thread.setDaemon(true);
    }

    /** Starts a thread and returns once it waits for the doorbell. */
    public static <T> Waiter<T> asleep(Wait<T> wait) {
        var waiter = new Waiter<>(wait);
        waiter.thread.start();
        while (waiter.thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(waiter.task.isDone())
                    .as("the thread returned before it waited")
                    .isFalse();
            Thread.onSpinWait();
        }
        return waiter;
    }

    /** What the thread brought back, which it must before its deadline. */
    public T woken() throws InterruptedException, ExecutionException, TimeoutException {
        return task.get(LONG.toSeconds() / 2, TimeUnit.SECONDS);
    }

    public void interrupt() {
        thread.interrupt();
    }
}
