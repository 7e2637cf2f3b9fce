package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Doorbell;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where calls wait without a thread each. A ring costs the ringing thread one task, however many wait; a few threads call
 * the waiters up, in the order in which they came, and end when there is nothing to do for a while.
 */
final class WaitingRoom {
    private static final int THREADS = 8;
    private static final long IDLE_SECONDS = 10;
    private static final long FAREWELL_SECONDS = 5;

    private final Map<Doorbell, Bench> benches = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor looks = new ThreadPoolExecutor(
            THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons("look"));
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, daemons("clock"));
    private volatile boolean closed;

    WaitingRoom() {
        looks.allowCoreThreadTimeOut(true);
        clock.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        clock.setRemoveOnCancelPolicy(true);
    }

    /** Those who wait for one bell. */
    private final class Bench {
        private final Set<Waiter<?>> waiters = Collections.synchronizedSet(new LinkedHashSet<>());
        private final AtomicBoolean rung = new AtomicBoolean();

        Bench(Doorbell bell) {
            bell.listen(this::ring);
        }

        private void ring() {
            if (!waiters.isEmpty() && rung.compareAndSet(false, true)) {
                execute(this::callAll);
            }
        }

        private void callAll() {
            rung.set(false);
            inOrder().forEach(WaitingRoom.this::callUp);
        }

        private List<Waiter<?>> inOrder() {
            synchronized (waiters) {
                return List.copyOf(waiters);
            }
        }
    }

    /** Takes in a call whose last step found nothing. */
    void admit(Waiter<?> waiter) {
        var bench = benches.computeIfAbsent(waiter.bell(), Bench::new);
        bench.waiters.add(waiter);
        waiter.answer().whenComplete((answer, failure) -> {
            bench.waiters.remove(waiter);
            waiter.forgetAlarm();
        });
        setAlarm(waiter);
        // What rang or closed before it sat down called nobody up.
        if (closed || waiter.hasNews()) {
            callUp(waiter);
        }
    }

    private void callUp(Waiter<?> waiter) {
        if (waiter.callUp()) {
            execute(() -> step(waiter));
        }
    }

    private void step(Waiter<?> waiter) {
        if (!waiter.step(closed)) {
            setAlarm(waiter);
        }
    }

    private void setAlarm(Waiter<?> waiter) {
        try {
            waiter.setAlarm(
                    at -> clock.schedule(() -> callUp(waiter), Math.max(0, at.remainingNanos()), TimeUnit.NANOSECONDS));
        } catch (RejectedExecutionException closing) {
            waiter.step(true);
        }
    }

    private void execute(Runnable task) {
        try {
            looks.execute(task);
        } catch (RejectedExecutionException closing) {
            task.run();
        }
    }

    /** Has everybody answered, and whoever comes. */
    void dismiss() {
        closed = true;
        benches.values().stream().flatMap(bench -> bench.inOrder().stream()).forEach(this::callUp);
    }

    /** Answers everybody. */
    void close() {
        dismiss();
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
