package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Deadline;
import java.time.Duration;

/** A vigil that looks for itself, remembers when it did, and ends when its caller's time is over. */
abstract class TimedVigil<T> implements Vigil<T> {
    private final Deadline patience;
    private long seen = -1;
    private Deadline next;

    TimedVigil(long maxWaitMs) {
        this.patience = Deadline.in(Duration.ofMillis(maxWaitMs));
        this.next = patience;
    }

    /** When the caller stops waiting. */
    final Deadline patience() {
        return patience;
    }

    final boolean hasLooked() {
        return seen >= 0;
    }

    /** Notes a look: how often the bell had rung before it, and when the next is due, should it not ring. */
    final void looked(long position, Deadline again) {
        seen = position;
        next = patience.orEarlier(again);
    }

    @Override
    public final long seen() {
        return seen;
    }

    @Override
    public final Deadline next() {
        return next;
    }
}
