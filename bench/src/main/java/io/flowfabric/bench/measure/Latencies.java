package io.flowfabric.bench.measure;

import java.time.Duration;
import java.util.Arrays;

/** How long something took, many times over. Safe for use by any thread. */
public final class Latencies {
    private static final double NANOS_PER_MS = 1e6;

    private long[] nanos = new long[1024];
    private int count;

    /** Adds one. A clock that was set back between two readings counts as no time at all. */
    public synchronized void add(long tookNanos) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = Math.max(0, tookNanos);
    }

    /** Adds one. */
    public void add(Duration took) {
        add(took.toNanos());
    }

    /** How many there are. */
    public synchronized int count() {
        return count;
    }

    /**
     * The smallest that this share of them does not exceed, in milliseconds; {@code 1} asks for the longest.
     *
     * @throws IllegalStateException if there is none
     */
    public synchronized double percentile(double share) {
        if (count == 0) {
            throw new IllegalStateException("nothing was measured");
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(share * count);
        return sorted[Math.max(rank, 1) - 1] / NANOS_PER_MS;
    }

    /** The middle one, in milliseconds. */
    public double median() {
        return percentile(0.5);
    }
}
