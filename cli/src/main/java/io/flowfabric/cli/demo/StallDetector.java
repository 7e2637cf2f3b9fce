package io.flowfabric.cli.demo;

import io.flowfabric.engine.Deadline;
import java.time.Duration;

/**
 * Notices that executions have ended and no more do. On a starved machine leases expire under a handler; what it counts
 * as
 * finished is then not stored, and the number that the demo waits for is never reached. Belongs to one thread.
 */
final class StallDetector {
    private final Duration tolerated;
    private Deadline until;
    private int ended;

    StallDetector(Duration tolerated) {
        this.tolerated = tolerated;
        this.until = Deadline.in(tolerated);
    }

    /** Whether this number of ends has been the same for too long; never before the first end. */
    boolean isAt(int endedByNow) {
        if (endedByNow != ended) {
            ended = endedByNow;
            until = Deadline.in(tolerated);
        }
        return ended > 0 && until.hasPassed();
    }
}
