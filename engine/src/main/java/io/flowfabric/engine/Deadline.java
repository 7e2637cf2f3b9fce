package io.flowfabric.engine;

import java.time.Duration;

/** The time on the monotonic clock of this process at which a caller stops waiting. */
public record Deadline(long nanoTime) {
    /** The deadline that is a duration ahead. */
    public static Deadline in(Duration wait) {
        return new Deadline(System.nanoTime() + wait.toNanos());
    }

    /** How long there is still to wait; not positive once the deadline has passed. */
    public long remainingNanos() {
        return nanoTime - System.nanoTime();
    }

    public boolean hasPassed() {
        return remainingNanos() <= 0;
    }

    /** The earlier of two. */
    public Deadline orEarlier(Deadline other) {
        return nanoTime - other.nanoTime <= 0 ? this : other;
    }
}
