package io.flowfabric.engine.store.wakeup;

import static io.flowfabric.engine.Schedules.check;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.Schedules;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DoorbellRaceTest {
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void aRingBetweenQueryAndWaitIsNotLost() {
        Schedules.explore(() -> {
            var doorbell = new Doorbell();
            var found = new AtomicInteger();

            Schedules.atOnce(() -> awaitFound(doorbell, found, 1), () -> find(doorbell, found));
        });
    }

    @Test
    void oneRingWakesAllWhoWaitAndEachRingCounts() {
        Schedules.explore(() -> {
            var doorbell = new Doorbell();
            var found = new AtomicInteger();

            Schedules.atOnce(
                    () -> {
                        find(doorbell, found);
                        find(doorbell, found);
                    },
                    () -> awaitFound(doorbell, found, 2),
                    () -> awaitFound(doorbell, found, 1));

            check(doorbell.position() == 2, "both rings are counted");
        });
    }

    @Test
    void ringsOfSeveralThreadsAreAllCountedAndTold() {
        Schedules.explore(() -> {
            var doorbell = new Doorbell();
            var told = new AtomicInteger();
            doorbell.listen(told::incrementAndGet);

            Schedules.atOnce(doorbell::ring, doorbell::ring);

            check(doorbell.position() == 2, "both rings are counted");
            check(told.get() == 2, "both rings are told");
        });
    }

    private static void find(Doorbell doorbell, AtomicInteger found) {
        found.incrementAndGet();
        doorbell.ring();
    }

    private static void awaitFound(Doorbell doorbell, AtomicInteger found, int count) throws InterruptedException {
        long seen = doorbell.position();
        while (found.get() < count) {
            check(doorbell.awaitBeyond(seen, Deadline.in(LONG)), "a ring ends the wait");
            seen = doorbell.position();
        }
    }
}
