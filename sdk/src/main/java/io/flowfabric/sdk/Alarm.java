package io.flowfabric.sdk;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** Goes off at the earliest of the moments it was set to since it last did. One thread waits, any may set it. */
final class Alarm {
    /** How long it sleeps when nobody sets it. */
    private static final long IDLE_NANOS = TimeUnit.HOURS.toNanos(1);

    private final LongSupplier clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long moment;
    private boolean closed;

    Alarm(LongSupplier clock) {
        this.clock = clock;
        this.moment = clock.getAsLong() + IDLE_NANOS;
    }

    void set(long earlier) {
        lock.lock();
        try {
            if (earlier - moment < 0) {
                moment = earlier;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until it goes off; answers false when it has been closed. */
    boolean await() {
        lock.lock();
        try {
            while (!closed && moment - clock.getAsLong() > 0) {
                awaitChange(moment - clock.getAsLong());
            }
            moment = clock.getAsLong() + IDLE_NANOS;
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitChange(long nanos) {
        try {
            changed.awaitNanos(nanos);
        } catch (InterruptedException ignored) {
            // Nobody interrupts the keeper to end it; that is what closing is for.
        }
    }
}
