package io.flowfabric.engine.store.wakeup;

import io.flowfabric.engine.Deadline;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes the timers when a due time is set that is earlier than the one they wait for. Under load nearly every commit
 * sets a due time and nearly none of them is the earliest, so most announcements wake nothing.
 */
public final class TimerWakeUp {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private volatile long waitingFor = Long.MIN_VALUE;
    private volatile long earliestRung = Long.MAX_VALUE;

    /** Announces a due time. */
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

    /** Forgets what was announced so far; called before the query for the earliest due time. */
    public void reset() {
        lock.lock();
        try {
            earliestRung = Long.MAX_VALUE;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the deadline, or until a due time earlier than {@code next} was announced since the last reset. */
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
