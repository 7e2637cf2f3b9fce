package io.flowfabric.engine.waiting;

import io.flowfabric.engine.Deadline;
import java.time.Duration;

/** A long poll that queries for itself, remembers when it did, and ends at the deadline of its caller. */
abstract class DeadlineLongPoll<T> implements LongPoll<T> {
    private final Deadline deadline;
    private long seen = -1;
    private Deadline next;

    DeadlineLongPoll(long maxWaitMs) {
        this.deadline = Deadline.in(Duration.ofMillis(maxWaitMs));
        this.next = deadline;
    }

    /** When the caller stops waiting. */
    final Deadline deadline() {
        return deadline;
    }

    final boolean hasPolled() {
        return seen >= 0;
    }

    /** Notes a poll: the position before it, and when the next one is due if no wake-up comes. */
    final void polled(long position, Deadline again) {
        seen = position;
        next = deadline.orEarlier(again);
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
