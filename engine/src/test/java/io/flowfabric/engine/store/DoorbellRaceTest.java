package io.flowfabric.engine.store;

import static io.flowfabric.engine.Schedules.check;

import io.flowfabric.engine.Schedules;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DoorbellRaceTest {
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void aRingBetweenLookingAndWaitingIsNotLost() {
        Schedules.explore(() -> {
            var bell = new Doorbell();
            var found = new AtomicInteger();

            Schedules.atOnce(() -> awaitFound(bell, found, 1), () -> find(bell, found));
        });
    }

    @Test
    void oneRingWakesAllWhoWaitAndEachRingCounts() {
        Schedules.explore(() -> {
            var bell = new Doorbell();
            var found = new AtomicInteger();

            Schedules.atOnce(
                    () -> {
                        find(bell, found);
                        find(bell, found);
                    },
                    () -> awaitFound(bell, found, 2),
                    () -> awaitFound(bell, found, 1));

            check(bell.position() == 2, "both rings are counted");
        });
    }

    @Test
    void ringsOfSeveralThreadsAreAllCountedAndTold() {
        Schedules.explore(() -> {
            var bell = new Doorbell();
            var told = new AtomicInteger();
            bell.listen(told::incrementAndGet);

            Schedules.atOnce(bell::ring, bell::ring);

            check(bell.position() == 2, "both rings are counted");
            check(told.get() == 2, "both rings are told");
        });
    }

    private static void find(Doorbell bell, AtomicInteger found) {
        found.incrementAndGet();
        bell.ring();
    }

    private static void awaitFound(Doorbell bell, AtomicInteger found, int count) throws InterruptedException {
        long seen = bell.position();
        while (found.get() < count) {
            check(bell.awaitBeyond(seen, Deadline.in(LONG)), "a ring ends the wait");
            seen = bell.position();
        }
    }
}
