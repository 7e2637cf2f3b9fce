package io.flowfabric.engine.store;

import java.time.Duration;

/** A moment on this process's monotonic clock at which a caller stops waiting. */
public record Deadline(long nanoTime) {
    /** The moment that lies a while ahead. */
    public static Deadline in(Duration wait) {
        return new Deadline(System.nanoTime() + wait.toNanos());
    }

    /** How long there is still to wait; not positive once the moment has passed. */
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
