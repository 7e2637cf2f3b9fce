package io.flowfabric.engine;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds how many bytes wait in memory. An empty budget accepts any first reservation, so that the largest legal input
 * is possible on the smallest heap. Safe for use by any thread.
 */
public final class MemoryBudget {
    private static final long MOST_BYTES = 64L << 20;
    private static final long SHARE_OF_HEAP = 8;

    private final long most;
    private final AtomicLong used = new AtomicLong();

    /** @param most how many bytes may be reserved at the same time */
    public MemoryBudget(long most) {
        this.most = most;
    }

    /** What calls that wait for a store may weigh in this process: an eighth of its heap, and 64 MiB at most. */
    public static long ofCalls() {
        return Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    /** What one transaction may weigh: a sixteenth of what may wait, so that several can be under way. */
    public static long ofTransaction() {
        return ofCalls() / 16;
    }

    /** Reserves bytes, to be released again; returns false, and reserves none, when there is no room. */
    public boolean reserve(long bytes) {
        long before = used.getAndUpdate(now -> fits(now, bytes) ? now + bytes : now);
        return fits(before, bytes);
    }

    /** Reserves bytes in place of those reserved before; returns false, and changes nothing, when there is no room. */
    public boolean replace(long reserved, long bytes) {
        long before = used.getAndUpdate(now -> fits(now - reserved, bytes) ? now - reserved + bytes : now);
        return fits(before - reserved, bytes);
    }

    /** Gives reserved bytes back. */
    public void release(long bytes) {
        used.addAndGet(-bytes);
    }

    /** How many bytes may be reserved at the same time. */
    public long most() {
        return most;
    }

    private boolean fits(long before, long bytes) {
        return before == 0 || bytes <= most - before;
    }
}
