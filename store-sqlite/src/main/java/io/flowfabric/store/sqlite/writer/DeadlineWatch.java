package io.flowfabric.store.sqlite.writer;

import io.flowfabric.engine.BackgroundLoop;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A thread that answers callers whose time is up while the writer is busy or waits for its turn. It sleeps until the
 * earliest deadline it was told, and for ever without one.
 */
final class DeadlineWatch implements AutoCloseable {

    private final LongFunction<Optional<Long>> expire;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread;

    /** When the thread wakes. Later than some deadline only while the thread itself works out the next one. */
    private volatile @Nullable Long wakeAt;

    private boolean closed;

    /**
     * Starts nothing yet.
     *
     * @param expire expires what is due at the given moment and answers the next deadline, if there is one
     */
    DeadlineWatch(String name, LongFunction<Optional<Long>> expire) {
        this.expire = expire;
        this.thread = new Thread(new BackgroundLoop("sqlite-deadlines", this::run), name);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Makes sure that the thread is awake at this moment. Costs a volatile read when it would be awake earlier. */
    void watch(long deadlineNanos) {
        Long planned = wakeAt;
        if (planned == null || deadlineNanos - planned < 0) {
            lock.lock();
            try {
                if (wakeAt == null || deadlineNanos - wakeAt < 0) {
                    wakeAt = deadlineNanos;
                    changed.signal();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Ends the thread. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        // Checks first: the loop may have been begun again because the check before failed.
        do {
            expire.apply(System.nanoTime()).ifPresent(this::watch);
        } while (sleep());
    }

    /** Sleeps until the planned moment, then forgets it; false when closed. */
    private boolean sleep() {
        lock.lock();
        try {
            while (!closed && (wakeAt == null || !Deadlines.passed(wakeAt))) {
                if (wakeAt == null) {
                    changed.awaitUninterruptibly();
                } else {
                    changed.awaitNanos(wakeAt - System.nanoTime());
                }
            }
            wakeAt = null;
            return !closed;
        } catch (InterruptedException notFromUs) {
            return !closed;
        } finally {
            lock.unlock();
        }
    }
}
