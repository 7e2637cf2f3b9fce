package io.flowfabric.engine.timers;

import io.flowfabric.engine.store.wakeup.Doorbell;
import io.flowfabric.model.Times;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Wakes the dispatcher of this process for follow-ups that no commit announces: those to be retried, and those that
 * another process has left behind. Used by one thread.
 */
final class DueFollowUps {
    /** A follow-up that stays due is held by another process, which may die; the timers query as often in any case. */
    private static final long AGAIN_MS = Duration.ofSeconds(30).toMillis();

    private final Doorbell doorbell;
    private long rungAt = Long.MIN_VALUE;
    private long rungFor = Long.MIN_VALUE;

    DueFollowUps(Doorbell doorbell) {
        this.doorbell = doorbell;
    }

    /** When to wake the dispatcher; at once after the clock went back. */
    long nextAt(OptionalLong due, long now) {
        if (due.isEmpty()) {
            return Long.MAX_VALUE;
        }
        boolean known = due.getAsLong() == rungFor && rungAt <= now;
        return known ? Math.max(due.getAsLong(), Times.plus(rungAt, AGAIN_MS)) : due.getAsLong();
    }

    void ring(OptionalLong due, long now) {
        rungAt = now;
        rungFor = due.orElse(Long.MIN_VALUE);
        doorbell.ring();
    }
}
