package io.flowfabric.sdk;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** As many handlers may run at once as there are slots. Safe for use by any thread. */
final class Slots {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int free;
    private boolean closed;

    Slots(int count) {
        this.free = count;
    }

    /** Waits until a slot is free and takes up to {@code most}; answers 0 once closed. */
    int take(int most) {
        lock.lock();
        try {
            while (free == 0 && !closed) {
                changed.awaitUninterruptibly();
            }
            int taken = closed ? 0 : Math.min(free, most);
            free -= taken;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    void release(int count) {
        lock.lock();
        try {
            free += count;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Nobody gets a slot any more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
