package io.flowfabric.sdk.worker;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Results that wait to be stored. They are given out in batches: at once while none is being stored, and beside another batch
 * when as many wait as that one holds, or after a while, in case it is stuck. Results that come one by one would otherwise
 * make many small batches. Safe for use by any thread.
 *
 * @param <T> a result
 */
final class GatheredResults<T> {
    private static final Duration LONGEST_GATHERING = Duration.ofMillis(25);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<T> waiting = new ArrayDeque<>();
    private int beingStored;

    void add(T result) {
        lock.lock();
        try {
            waiting.add(result);
            if (waiting.size() == 1 || waiting.size() >= beingStored) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a batch. It counts as being stored until {@link #stored}. */
    List<T> take(int most) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            gather();
            while (waiting.isEmpty()) {
                changed.await();
                gather();
            }
            var batch = new ArrayList<T>(Math.min(most, waiting.size()));
            while (batch.size() < most && !waiting.isEmpty()) {
                batch.add(waiting.poll());
            }
            beingStored += batch.size();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /** Another thread may take them meanwhile. */
    private void gather() throws InterruptedException {
        long left = LONGEST_GATHERING.toNanos();
        while (!waiting.isEmpty() && waiting.size() < beingStored && left > 0) {
            left = changed.awaitNanos(left);
        }
    }

    /** So many results that were taken are stored, or cannot be. */
    void stored(int count) {
        lock.lock();
        try {
            beingStored -= count;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes a result that nothing waits for any more. */
    Optional<T> poll() {
        lock.lock();
        try {
            return Optional.ofNullable(waiting.poll());
        } finally {
            lock.unlock();
        }
    }
}
