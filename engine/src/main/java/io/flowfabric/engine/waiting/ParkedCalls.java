package io.flowfabric.engine.waiting;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.WakeUpSource;
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
 * Calls that wait without a thread each. Those with the same keys share one registration, from the first call until the
 * last has ended, so a ring costs the ringing thread one task, however many calls wait. A few threads take the steps of
 * the calls, in the order in which they arrived, and end when they have been idle for a while.
 */
final class ParkedCalls {
    /** The threads that take the steps of parked calls. They reject tasks once they are closed. */
    interface PollThreads {
        /** Runs a task soon, on one of the threads. */
        void execute(Runnable task);

        /** Runs a quick task at a given time. */
        Future<?> schedule(Deadline at, Runnable task);

        /** Lets running tasks end and drops scheduled ones. */
        void close();
    }

    private final Map<WakeUpSource, ParkedGroup> benches = new ConcurrentHashMap<>();
    private final PollThreads threads;
    private volatile boolean closed;

    ParkedCalls(PollThreads threads) {
        this.threads = threads;
    }

    /** The calls that wait for the same wake-ups. */
    private final class ParkedGroup {
        private final Set<ParkedCall<?>> parkedCalls = Collections.synchronizedSet(new LinkedHashSet<>());
        private final AtomicBoolean rung = new AtomicBoolean();
        private final WakeUpSource.Registration registration;

        ParkedGroup(WakeUpSource source) {
            registration = source.register(this::ring);
        }

        /** Returns whether others are left; if not, the registration ends. */
        private boolean removeAndKeep(ParkedCall<?> parkedCall) {
            parkedCalls.remove(parkedCall);
            if (parkedCalls.isEmpty()) {
                registration.close();
                return false;
            }
            return true;
        }

        private void ring() {
            if (!parkedCalls.isEmpty() && rung.compareAndSet(false, true)) {
                execute(this::scheduleAll);
            }
        }

        private void scheduleAll() {
            rung.set(false);
            inOrder().forEach(ParkedCalls.this::schedule);
        }

        private List<ParkedCall<?>> inOrder() {
            synchronized (parkedCalls) {
                return List.copyOf(parkedCalls);
            }
        }
    }

    /** Parks a call whose last step found nothing. */
    void admit(ParkedCall<?> parkedCall) {
        var source = parkedCall.bell();
        benches.compute(source, (any, known) -> {
            var bench = known == null ? new ParkedGroup(source) : known;
            bench.parkedCalls.add(parkedCall);
            return bench;
        });
        parkedCall.answer().whenComplete((answer, failure) -> {
            benches.computeIfPresent(source, (any, bench) -> bench.removeAndKeep(parkedCall) ? bench : null);
            parkedCall.cancelTimer();
        });
        setTimer(parkedCall);
        // A ring or a dismissal before the registration has not reached this call.
        if (closed || parkedCall.isWoken()) {
            schedule(parkedCall);
        }
    }

    private void schedule(ParkedCall<?> parkedCall) {
        if (parkedCall.schedule()) {
            execute(() -> step(parkedCall));
        }
    }

    private void step(ParkedCall<?> parkedCall) {
        if (!parkedCall.step(closed)) {
            setTimer(parkedCall);
        }
    }

    private void setTimer(ParkedCall<?> parkedCall) {
        try {
            parkedCall.setTimer(at -> threads.schedule(at, () -> schedule(parkedCall)));
        } catch (RejectedExecutionException closing) {
            parkedCall.step(true);
        }
    }

    private void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException closing) {
            task.run();
        }
    }

    /** Has all parked calls answered, and those that are parked later. */
    void dismiss() {
        closed = true;
        benches.values().forEach(bench -> bench.inOrder().forEach(this::schedule));
    }

    /** Answers all calls and ends the threads. */
    void close() {
        dismiss();
        threads.close();
    }
}
