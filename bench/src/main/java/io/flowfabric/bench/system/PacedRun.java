package io.flowfabric.bench.system;

import java.time.Duration;

/** A system that may be too slow to be waited for, and that can say how far it got. */
public interface PacedRun extends SystemRun {

    /**
     * Stores pieces of work in bulk until there are {@code count}, or the limit has passed.
     *
     * @return how many were stored, at least one
     */
    int submit(int count, byte[] payload, Duration limit) throws Exception;

    /**
     * Does what was submitted until all is done, or until it was done at a steady rate for a while.
     *
     * @param window how long the rate must be steady
     */
    RunRate drain(Duration window) throws Exception;
}
