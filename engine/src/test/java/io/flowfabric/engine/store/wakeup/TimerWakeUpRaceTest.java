package io.flowfabric.engine.store.wakeup;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.Schedules;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TimerWakeUpRaceTest {
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void theTimersWakeForTheEarliestDueTimeAmongSeveral() {
        Schedules.explore(() -> {
            var doorbell = new TimerWakeUp();
            var stored = new AtomicLong(100);

            Schedules.atOnce(
                    () -> awaitStored(doorbell, stored, 40),
                    () -> set(doorbell, stored, 40),
                    () -> set(doorbell, stored, 50));
        });
    }

    @Test
    void aDueTimeSetAgainWakesAgain() {
        Schedules.explore(() -> {
            var doorbell = new TimerWakeUp();
            var stored = new AtomicLong(100);
            set(doorbell, stored, 50);

            Schedules.atOnce(() -> awaitStored(doorbell, stored, 40), () -> set(doorbell, stored, 40));
        });
    }

    /** As a commit does. */
    private static void set(TimerWakeUp doorbell, AtomicLong stored, long at) {
        stored.accumulateAndGet(at, Math::min);
        doorbell.ring(at);
    }

    /** As the timers do. */
    private static void awaitStored(TimerWakeUp doorbell, AtomicLong stored, long at) throws InterruptedException {
        doorbell.reset();
        long next = stored.get();
        while (next > at) {
            doorbell.awaitEarlierThan(next, Deadline.in(LONG));
            doorbell.reset();
            next = stored.get();
        }
    }
}
