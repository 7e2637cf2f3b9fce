package io.flowfabric.junit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * The clock of a test's fabric: it begins at 2030-01-01T00:00:00Z and stands still until the test moves it. Programs
 * under test may use it as their own {@link Clock}. Any thread may read it; one thread at a time may move it.
 */
public final class TestClock extends Clock {
    private final ManualTime time;
    private final TimeTravel timeTravel;

    TestClock(ManualTime time, TimeTravel timeTravel) {
        this.time = time;
        this.timeTravel = timeTravel;
    }

    /**
     * Lets time pass. All timers that become due on the way run at their due times, and the handlers of this fabric's
     * workers have run, before this returns. Zero only waits for the workers.
     *
     * @throws IllegalArgumentException if {@code by} is negative
     * @throws IllegalStateException if the workers are not idle within ten seconds of real time; the message names
     *     their executions
     */
    public void advance(Duration by) {
        timeTravel.advance(millis(by));
    }

    /**
     * Moves the clock at once and runs the timers that are then due, without waiting for workers: as if all workers had
     * been suspended meanwhile. For tests of handlers that take too long.
     *
     * @throws IllegalArgumentException if {@code by} is negative
     */
    public void jump(Duration by) {
        timeTravel.jump(millis(by));
    }

    private static long millis(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException(
                    by
                            + " is negative: leases and delays count on a clock that does not go back. Pass a positive duration.");
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
