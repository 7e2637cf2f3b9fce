package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Deadline;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A few threads for all calls that are parked; they end when there is nothing to do for a while. */
final class ParkedThreads implements WaitingRoom.LookThreads {
    private static final int THREADS = 8;
    private static final long IDLE_SECONDS = 10;
    private static final long FAREWELL_SECONDS = 5;

    private final ThreadPoolExecutor looks = new ThreadPoolExecutor(
            THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons("look"));
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, daemons("clock"));

    ParkedThreads() {
        looks.allowCoreThreadTimeOut(true);
        clock.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        clock.setRemoveOnCancelPolicy(true);
    }

    @Override
    public void execute(Runnable task) {
        looks.execute(task);
    }

    @Override
    public Future<?> schedule(Deadline at, Runnable task) {
        return clock.schedule(task, Math.max(0, at.remainingNanos()), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        clock.shutdownNow();
        looks.shutdown();
        try {
            looks.awaitTermination(FAREWELL_SECONDS, TimeUnit.SECONDS);
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
