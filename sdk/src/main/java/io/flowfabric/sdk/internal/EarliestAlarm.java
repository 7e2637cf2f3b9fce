package io.flowfabric.sdk.internal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Wakes one waiting thread at the earliest of the times it was set to since the last wake-up. Any thread may set it.
 */
public final class EarliestAlarm {
    /** The sleep when no time is set. */
    private static final long IDLE_NANOS = TimeUnit.HOURS.toNanos(1);

    private final LongSupplier clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long moment;
    private boolean closed;

    public EarliestAlarm(LongSupplier clock) {
        this.clock = clock;
        this.moment = clock.getAsLong() + IDLE_NANOS;
    }

    public void set(long earlier) {
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

    /** Waits until the earliest time has come; answers false when it has been closed. */
    public boolean await() {
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

    public void close() {
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
            // The keeper is ended by closing, not by an interrupt.
        }
    }
}
