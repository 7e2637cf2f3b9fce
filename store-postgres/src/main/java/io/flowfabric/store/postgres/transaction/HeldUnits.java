package io.flowfabric.store.postgres.transaction;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs units again that met what another transaction holds locked: after a pause that grows, and one at a time, so that
 * all of them together never take up more than one thread and one connection. Safe for use by any thread.
 */
final class HeldUnits {
    private static final long FIRST_PAUSE_MS = 2;
    private static final long LONGEST_PAUSE_MS = 100;
    private static final int MOST_DOUBLINGS = 6;

    /** What is to be run again; it adds itself again when it must. */
    interface Unit extends Runnable {
        /** Answers its caller without having been run. */
        void giveUp();
    }

    private final Executor threads;
    private final ScheduledExecutorService clock;
    private final Set<Unit> pausing = new HashSet<>();
    private final Deque<Unit> due = new ArrayDeque<>();
    private boolean running;
    private boolean closed;

    HeldUnits(Executor threads, ScheduledExecutorService clock) {
        this.threads = threads;
        this.clock = clock;
    }

    /** @param tries how often it was run and met a lock before this time */
    void add(Unit unit, int tries) {
        long pause = Math.min(FIRST_PAUSE_MS << Math.min(tries, MOST_DOUBLINGS), LONGEST_PAUSE_MS);
        boolean late;
        synchronized (this) {
            late = closed || !pausing.add(unit);
        }
        if (late) {
            unit.giveUp();
            return;
        }
        try {
            clock.schedule(() -> end(unit), pause, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            close();
        }
    }

    /** Ends the pause of a unit. */
    private void end(Unit unit) {
        synchronized (this) {
            if (!pausing.remove(unit)) {
                return;
            }
            due.add(unit);
            if (running) {
                return;
            }
            running = true;
        }
        execute();
    }

    private void execute() {
        try {
            threads.execute(this::runNext);
        } catch (RejectedExecutionException closing) {
            close();
        }
    }

    private void runNext() {
        Optional<Unit> next;
        synchronized (this) {
            next = Optional.ofNullable(due.poll());
        }
        try {
            next.ifPresent(Runnable::run);
        } finally {
            goOn();
        }
    }

    private void goOn() {
        synchronized (this) {
            running = !due.isEmpty();
            if (!running) {
                return;
            }
        }
        execute();
    }

    /** Answers all that wait. */
    void close() {
        List<Unit> left;
        synchronized (this) {
            closed = true;
            left = Stream.concat(pausing.stream(), due.stream()).toList();
            pausing.clear();
            due.clear();
        }
        left.forEach(Unit::giveUp);
    }
}
