package io.flowfabric.engine.store;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes those who wait for a commit. Waiting is by position, so a ring between looking and waiting is not lost:
 *
 * <pre>{@code
 * long seen = doorbell.position();
 * while (!found()) {
 *     doorbell.awaitBeyond(seen, deadline);
 *     seen = doorbell.position();
 * }
 * }</pre>
 *
 * <p>A ring is a hint: whoever is woken looks again, and whoever waits long looks again now and then. Safe for use by
 * any thread.
 */
public final class Doorbell {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile long position;

    /** How often it has rung. */
    public long position() {
        return position;
    }

    /** Wakes everybody who waits, and tells the listeners. */
    public void ring() {
        lock.lock();
        try {
            position++;
            rung.signalAll();
        } finally {
            lock.unlock();
        }
        listeners.forEach(Runnable::run);
    }

    /** Runs something after every ring from now on, on the thread that rings: it must be quick and must not throw. */
    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    /** Waits until it has rung after {@code seen}; answers false when the deadline came first. */
    public boolean awaitBeyond(long seen, Deadline deadline) throws InterruptedException {
        if (position > seen) {
            return true;
        }
        lock.lockInterruptibly();
        try {
            long left = deadline.remainingNanos();
            while (position <= seen && left > 0) {
                left = rung.awaitNanos(left);
            }
            return position > seen;
        } finally {
            lock.unlock();
        }
    }
}
