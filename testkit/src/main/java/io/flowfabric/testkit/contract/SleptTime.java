package io.flowfabric.testkit.contract;

import io.flowfabric.engine.store.AlarmBell;
import io.flowfabric.engine.timers.Sleep;
import io.flowfabric.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Time that passes only while the timers sleep, by exactly what they ask for, and stands still after an end. */
final class SleptTime implements Sleep {
    private static final long PATIENCE_SECONDS = 60;

    private final ManualClock clock;
    private final long end;
    private final List<Long> sleeps = new ArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);

    /** Nobody opens it: the timers are interrupted when they are closed. */
    private final CountDownLatch closed = new CountDownLatch(1);

    SleptTime(ManualClock clock, long end) {
        this.clock = clock;
        this.end = end;
    }

    @Override
    public void until(AlarmBell bell, long next, Duration wait) throws InterruptedException {
        if (clock.millis() >= end) {
            over.countDown();
            closed.await();
        }
        sleeps.add(wait.toMillis());
        clock.advance(wait);
    }

    /** Waits for the end, and answers how long each sleep was, in milliseconds. */
    List<Long> awaitEnd() throws InterruptedException {
        if (!over.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("After %d s it is %d, not %d".formatted(PATIENCE_SECONDS, clock.millis(), end));
        }
        return sleeps;
    }
}
