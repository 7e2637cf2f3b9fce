package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Where calls wait without a thread each. A ring costs the ringing thread one task, however many wait; a few threads call
 * the waiters up, in the order in which they came, and end when there is nothing to do for a while.
 */
final class WaitingRoom {
    /** The threads by which calls are carried on. Both ways to use them are refused once they are closed. */
    interface LookThreads {
        /** Runs something soon, on a thread of its own. */
        void execute(Runnable task);

        /** Runs something quick at a moment. */
        Future<?> schedule(Deadline at, Runnable task);

        /** Lets what was begun end, and forgets what was to be run later. */
        void close();
    }

    private final Map<Doorbell, Bench> benches = new ConcurrentHashMap<>();
    private final LookThreads threads;
    private volatile boolean closed;

    WaitingRoom(LookThreads threads) {
        this.threads = threads;
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
            waiter.setAlarm(at -> threads.schedule(at, () -> callUp(waiter)));
        } catch (RejectedExecutionException closing) {
            waiter.step(true);
        }
    }

    private void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException closing) {
            task.run();
        }
    }

    /** Has everybody answered, and whoever comes. */
    void dismiss() {
        closed = true;
        benches.values().forEach(bench -> bench.inOrder().forEach(this::callUp));
    }

    /** Answers everybody. */
    void close() {
        dismiss();
        threads.close();
    }
}
