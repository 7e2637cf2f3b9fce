package io.flowfabric.engine.store;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes the timers when an alarm is set that goes off earlier than the one they wait for. Under load nearly every commit
 * sets an alarm and nearly none of them is the earliest, so most rings wake nobody.
 */
public final class AlarmBell {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private volatile long waitingFor = Long.MIN_VALUE;
    private volatile long earliestRung = Long.MAX_VALUE;

    /** Announces an alarm. */
    public void ring(long at) {
        if (at >= waitingFor && at >= earliestRung) {
            return;
        }
        lock.lock();
        try {
            earliestRung = Math.min(earliestRung, at);
            if (at < waitingFor) {
                rung.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Forgets what was announced so far; called before the store is asked for its earliest alarm. */
    public void reset() {
        lock.lock();
        try {
            earliestRung = Long.MAX_VALUE;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the deadline, or until an alarm earlier than {@code next} was announced since the last reset. */
    public void awaitEarlierThan(long next, Deadline deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            waitingFor = next;
            long left = deadline.remainingNanos();
            while (earliestRung >= next && left > 0) {
                left = rung.awaitNanos(left);
            }
        } finally {
            waitingFor = Long.MIN_VALUE;
            lock.unlock();
        }
    }
}
