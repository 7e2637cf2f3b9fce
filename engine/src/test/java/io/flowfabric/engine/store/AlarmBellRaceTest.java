package io.flowfabric.engine.store;

import io.flowfabric.engine.Schedules;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AlarmBellRaceTest {
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void theTimersHearOfTheEarliestAlarmWhoeverSetsOthers() {
        Schedules.explore(() -> {
            var bell = new AlarmBell();
            var stored = new AtomicLong(100);

            Schedules.atOnce(
                    () -> awaitStored(bell, stored, 40), () -> set(bell, stored, 40), () -> set(bell, stored, 50));
        });
    }

    @Test
    void anAlarmSetAgainIsHeardAgain() {
        Schedules.explore(() -> {
            var bell = new AlarmBell();
            var stored = new AtomicLong(100);
            set(bell, stored, 50);

            Schedules.atOnce(() -> awaitStored(bell, stored, 40), () -> set(bell, stored, 40));
        });
    }

    /** As a commit does. */
    private static void set(AlarmBell bell, AtomicLong stored, long at) {
        stored.accumulateAndGet(at, Math::min);
        bell.ring(at);
    }

    /** As the timers do. */
    private static void awaitStored(AlarmBell bell, AtomicLong stored, long at) throws InterruptedException {
        bell.reset();
        long next = stored.get();
        while (next > at) {
            bell.awaitEarlierThan(next, Deadline.in(LONG));
            bell.reset();
            next = stored.get();
        }
    }
}
