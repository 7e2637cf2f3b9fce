package io.flowfabric.bench.system;

import java.time.Duration;

/**
 * How much was done in which time.
 *
 * @param executions how many ended, by the count of the database
 * @param time how long that took
 * @param extent what of the drain the two describe
 */
public record RunRate(long executions, Duration time, Extent extent) {

    /** Which part of a drain was measured. */
    public enum Extent {
        /** All of it, from the start of the workers to the last commit. */
        ALL,
        /** A window in its midst whose rate was steady. */
        STEADY,
        /** The last window of a drain whose rate never became steady. */
        UNSTEADY
    }

    /** Executions per second. */
    public double perSecond() {
        return executions * 1e9 / time.toNanos();
    }
}
