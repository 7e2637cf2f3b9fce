package io.flowfabric.engine.timers;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.DueReads.Ahead;
import io.flowfabric.engine.store.Store;
import java.time.Duration;

/**
 * Wakes the claimers of this process when a grant has ended unused: from then on others may claim the execution, and no
 * commit says so.
 *
 * <p>One ring serves all grants that have ended before it, also those that were committed late: a claimer that looks after the ring
 * finds them ended. So it remembers no grant, only when it rang last. Used by one thread.
 */
final class GrantEnds {
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    private final Store store;
    private long rungAt = Long.MIN_VALUE;

    GrantEnds(Store store) {
        this.store = store;
    }

    /** Grants that ended by then have been told of. */
    long rungAt() {
        return rungAt;
    }

    /** When there is something to tell; at once after a clock that went back. */
    long nextAt(Ahead ahead) {
        return ahead.now() < rungAt ? ahead.now() : ahead.grantEnd().orElse(Long.MAX_VALUE);
    }

    /** Tells of those that have ended. */
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
