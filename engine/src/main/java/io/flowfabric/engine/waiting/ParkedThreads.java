package io.flowfabric.engine.waiting;

import io.flowfabric.engine.Deadline;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A few threads for all parked calls; they end when they have been idle for a while. */
final class ParkedThreads implements ParkedCalls.PollThreads {
    private static final int THREADS = 8;
    private static final long IDLE_SECONDS = 10;
    private static final long CLOSE_SECONDS = 5;

    private final ThreadPoolExecutor steps = new ThreadPoolExecutor(
            THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons("step"));
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("timer"));

    ParkedThreads() {
        steps.allowCoreThreadTimeOut(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public void execute(Runnable task) {
        steps.execute(task);
    }

    @Override
    public Future<?> schedule(Deadline at, Runnable task) {
        return timer.schedule(task, Math.max(0, at.remainingNanos()), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        steps.shutdown();
        try {
            steps.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static ThreadFactory daemons(String role) {
        var number = new AtomicInteger();
        return task -> {
            var thread = new Thread(task, "flowfabric-parked-%s-%d".formatted(role, number.incrementAndGet()));
            thread.setDaemon(true);
            return thread;
        };
    }
}
