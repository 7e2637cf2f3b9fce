package io.flowfabric.engine.timers;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.read.DueReads.Ahead;
import java.time.Duration;

/**
 * Wakes the claimers of this process when a grant has ended unused: from then on others may claim the execution, and no
 * commit says so.
 *
 * <p>One ring serves all grants that have ended before it, also those that were committed late: a claimer that polls
 * after the ring finds them ended. So only the time of the last ring is remembered. Used by one thread.
 */
final class GrantEnds {
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    private final Store store;
    private long rungAt = Long.MIN_VALUE;

    GrantEnds(Store store) {
        this.store = store;
    }

    /** The time of the last ring; grants that ended by then are announced. */
    long rungAt() {
        return rungAt;
    }

    /** When to ring next; at once after the clock went back. */
    long nextAt(Ahead ahead) {
        return ahead.now() < rungAt ? ahead.now() : ahead.grantEnd().orElse(Long.MAX_VALUE);
    }

    /** Announces grants that have ended since the last ring. */
    void ring() {
        var ahead = store.read(
                Deadline.in(READ_TIMEOUT),
                tx -> new Ends(tx.due().grantEnd(rungAt).orElse(Long.MAX_VALUE), tx.now()));
        if (ahead.next() <= ahead.now() || ahead.now() < rungAt) {
            rungAt = ahead.now();
            store.doorbells().work().ring();
        }
    }

    private record Ends(long next, long now) {}
}
