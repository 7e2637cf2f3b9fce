package io.flowfabric.store.sqlite.writer;

import io.flowfabric.engine.MemoryBudget;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The units that wait for the writer, bounded by their number and by their bytes. May be used from any thread. */
final class WriteQueue {

    /** How a unit was received. */
    enum Admission {
        ACCEPTED,
        FULL_BY_COUNT,
        FULL_BY_BYTES,
        CLOSED
    }

    /**
     * The bounds of the queue and of the groups taken from it.
     *
     * @param units how many units may wait
     * @param bytes how many bytes the waiting units may weigh
     * @param groupUnits how many units one transaction takes
     * @param groupBytes how many bytes one transaction takes; a heavier unit goes alone
     */
    record Bounds(int units, long bytes, int groupUnits, long groupBytes) {

        static final Bounds DEFAULT = new Bounds(10_000, MemoryBudget.ofCalls(), 500, MemoryBudget.ofTransaction());

        Bounds {
            if (units < 1 || bytes < 1 || groupUnits < 1 || groupBytes < 1) {
                throw new IllegalArgumentException("Every bound must be at least 1");
            }
        }
    }

    private final Bounds bounds;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<PendingUnit<?>> waiting = new ArrayDeque<>();
    private List<PendingUnit<?>> taken = List.of();
    private long waitingBytes;
    private boolean closed;

    WriteQueue(Bounds bounds) {
        this.bounds = bounds;
    }

    Bounds bounds() {
        return bounds;
    }

    Admission offer(PendingUnit<?> unit) {
        lock.lock();
        try {
            if (closed) {
                return Admission.CLOSED;
            }
            if (waiting.size() >= bounds.units()) {
                return Admission.FULL_BY_COUNT;
            }
            if (!waiting.isEmpty() && unit.weightBytes() > bounds.bytes() - waitingBytes) {
                return Admission.FULL_BY_BYTES;
            }
            waiting.add(unit);
            waitingBytes += unit.weightBytes();
            arrived.signal();
            return Admission.ACCEPTED;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for units and takes as many as one group may hold; empty when the queue is closed and drained. The group taken
     * before counts as finished.
     */
    List<PendingUnit<?>> take() {
        lock.lock();
        try {
            taken = List.of();
            while (waiting.isEmpty() && !closed) {
                arrived.awaitUninterruptibly();
            }
            taken = nextGroup();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private List<PendingUnit<?>> nextGroup() {
        var group = new ArrayList<PendingUnit<?>>(Math.min(waiting.size(), bounds.groupUnits()));
        long bytes = 0;
        while (!waiting.isEmpty() && group.size() < bounds.groupUnits()) {
            long weight = waiting.peek().weightBytes();
            if (!group.isEmpty() && weight > bounds.groupBytes() - bytes) {
                break;
            }
            bytes += weight;
            group.add(waiting.remove());
        }
        waitingBytes -= bytes;
        return group;
    }

    /**
     * Answers the callers whose deadline has passed, also those whose unit was taken, and makes room in the queue. Answers
     * the earliest deadline that is left.
     */
    Optional<Long> expire(long nowNanos) {
        var due = new ArrayList<PendingUnit<?>>();
        Optional<Long> next;
        lock.lock();
        try {
            waiting.removeIf(unit -> {
                boolean over = unit.isDone() || Deadlines.passed(unit.deadlineNanos(), nowNanos);
                if (over) {
                    due.add(unit);
                    waitingBytes -= unit.weightBytes();
                }
                return over;
            });
            due.addAll(taken);
            next = Deadlines.earlier(Deadlines.earliest(waiting, nowNanos), Deadlines.earliest(taken, nowNanos));
        } finally {
            lock.unlock();
        }
        // Outside of the lock: what hangs on a future may submit again.
        due.forEach(unit -> unit.expire(nowNanos));
        return next;
    }

    /** Refuses newcomers from now on; what waits may still be taken. */
    void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Empties the queue. */
    List<PendingUnit<?>> drain() {
        lock.lock();
        try {
            var rest = new ArrayList<PendingUnit<?>>(waiting);
            waiting.clear();
            waitingBytes = 0;
            return rest;
        } finally {
            lock.unlock();
        }
    }
}
