package io.flowfabric.bench.contestant;

import java.time.Duration;

/** A contestant that may be too slow to be waited for, and that can say how far it got. */
public interface PacedContestant extends Contestant {

    /**
     * Does what was submitted until all is done, or until it was done at a steady rate for a while.
     *
     * @param window how long the rate must be steady
     */
    Pace drain(Duration window) throws Exception;
}
