package io.flowfabric.junit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * The clock of a test's fabric: it begins at 2030-01-01T00:00:00Z and stands still until the test moves it. Programs under
 * test may use it as their own {@link Clock}. Any thread may read it; one at a time moves it.
 */
public final class TestClock extends Clock {
    private final ManualTime time;
    private final Timeline timeline;

    TestClock(ManualTime time, Timeline timeline) {
        this.time = time;
        this.timeline = timeline;
    }

    /**
     * Lets time pass. Everything that falls due on the way is done at its moment, and the handlers of this fabric's
     * workers have run, before this returns: nothing is left that is due. Zero waits for the workers and lets no time
     * pass.
     *
     * @throws IllegalArgumentException if {@code by} is negative
     * @throws IllegalStateException if the workers do not come to rest within ten seconds of real time; the message says
     *     what they have in hand
     */
    public void advance(Duration by) {
        timeline.advance(millis(by));
    }

    /**
     * Moves the clock at once and does what is then due, without waiting for anybody: as if all workers had stood still
     * meanwhile. For tests of what happens to a handler that takes too long.
     *
     * @throws IllegalArgumentException if {@code by} is negative
     */
    public void jump(Duration by) {
        timeline.jump(millis(by));
    }

    private static long millis(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException(
                    by + " is negative: leases and delays count on a clock that does not go back. Give a time ahead.");
        }
        return by.toMillis();
    }

    @Override
    public Instant instant() {
        return time.instant();
    }

    @Override
    public ZoneId getZone() {
        return time.getZone();
    }

    /** The same clock. */
    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
