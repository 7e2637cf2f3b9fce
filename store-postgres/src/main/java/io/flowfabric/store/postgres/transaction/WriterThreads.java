package io.flowfabric.store.postgres.transaction;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * At most so many threads, and no more in use than the tasks need: the thread that became free last gets the next task. The
 * pool gives a thread the connection that it had before, so few connections are in use, whose sessions know the statements
 * already. Tasks that find all threads busy wait in their order. Safe for use by any thread.
 */
final class WriterThreads implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(WriterThreads.class);
    private static final long IDLE_SECONDS = 60;

    private final ThreadPoolExecutor threads;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final int most;
    private int busy;

    WriterThreads(int most, ThreadFactory factory) {
        this.most = most;
        // An unfair queue of no room hands a task to the thread that began to wait last. A thread that has just
        // ended its task may not wait yet, so for a moment there may be one more; how many work is bounded here.
        this.threads = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
    }

    /** Fails with a {@link RejectedExecutionException} after {@link #close}. */
    @Override
    public void execute(Runnable task) {
        synchronized (waiting) {
            if (threads.isShutdown()) {
                throw new RejectedExecutionException("closed");
            }
            if (busy == most) {
                waiting.add(task);
                return;
            }
            threads.execute(() -> runAll(task));
            busy++;
        }
    }

    private void runAll(Runnable first) {
        for (var task = Optional.of(first); task.isPresent(); task = next()) {
            try {
                task.get().run();
            } catch (RuntimeException | Error failed) {
                LOG.error("A unit of work ended without an answer", failed);
            }
        }
    }

    private Optional<Runnable> next() {
        synchronized (waiting) {
            var task = Optional.ofNullable(waiting.poll());
            busy -= task.isPresent() ? 0 : 1;
            return task;
        }
    }

    /** Takes no more tasks, and ends those that are not done in time. */
    void close(Duration time) {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(time.toMillis(), TimeUnit.MILLISECONDS)) {
                endNow();
            }
        } catch (InterruptedException interrupted) {
            endNow();
            Thread.currentThread().interrupt();
        }
    }

    private void endNow() {
        synchronized (waiting) {
            waiting.clear();
        }
        threads.shutdownNow();
    }
}
