package io.flowfabric.sdk.worker;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many tasks a worker may have: one for each handler, and some prefetched. Safe for use by any thread.
 */
final class Slots {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final int handlers;
    private final Prefetch prefetch;
    private int taken;
    private int underWay;
    private long timesFull;
    private boolean closed;

    Slots(int handlers, Prefetch prefetch) {
        this.handlers = handlers;
        this.prefetch = prefetch;
    }

    /**
     * Slots that were taken.
     *
     * @param idle for how many of them a handler is free; tasks in the others have to wait
     */
    record Taken(int count, int idle) {}

    /**
     * Waits until a handler is free, or half of the prefetch is used up, and takes up to {@code most} slots; none once
     * closed.
     */
    Taken take(int most) {
        lock.lock();
        try {
            if (free() <= 0) {
                timesFull++;
            }
            while (!closed && free() < Math.max(1, prefetch.ahead() / 2)) {
                changed.awaitUninterruptibly();
            }
            int now = closed ? 0 : Math.min(free(), most);
            int idle = Math.min(now, Math.max(0, handlers - taken));
            taken += now;
            underWay += now;
            return new Taken(now, idle);
        } finally {
            lock.unlock();
        }
    }

    /** So many of the slots taken for a claim have got a task; the others are free. */
    void claimed(Taken taken, int used) {
        lock.lock();
        try {
            underWay -= taken.count();
            release(taken.count() - used);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is room for another task, whatever is being claimed, or until closed. */
    void awaitRoom() {
        lock.lock();
        try {
            while (!closed && free() + underWay <= 0) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes a slot if one is free. */
    boolean tryTake() {
        lock.lock();
        try {
            boolean isFree = !closed && free() > 0;
            taken += isFree ? 1 : 0;
            return isFree;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a slot for a task that exists already, free or not. */
    void takeAnyway() {
        lock.lock();
        try {
            taken++;
        } finally {
            lock.unlock();
        }
    }

    void release(int count) {
        lock.lock();
        try {
            taken -= count;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** How often a claimer found no free slot. */
    long timesFull() {
        lock.lock();
        try {
            return timesFull;
        } finally {
            lock.unlock();
        }
    }

    /** No more slots are given out. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private int free() {
        return handlers + prefetch.ahead() - taken;
    }
}
