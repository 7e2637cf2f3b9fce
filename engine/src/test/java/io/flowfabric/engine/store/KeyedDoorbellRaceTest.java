package io.flowfabric.engine.store;

import static io.flowfabric.engine.Schedules.check;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.Schedules;
import io.flowfabric.engine.store.wakeup.Doorbell;
import io.flowfabric.engine.store.wakeup.WakeUpKey;
import io.flowfabric.engine.store.wakeup.WakeUpKeys;
import io.flowfabric.model.id.LaneId;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Waiting for some keys of a doorbell, under many schedules. */
class KeyedDoorbellRaceTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final WakeUpKey ONE = new WakeUpKey.Work(new LaneId("one"), Optional.empty());
    private static final WakeUpKey OTHER = new WakeUpKey.Work(new LaneId("other"), Optional.empty());

    @Test
    void ringForAKeyBetweenQueryAndRegistrationIsNotLost() {
        Schedules.explore(() -> {
            var doorbell = new Doorbell();
            var found = new AtomicInteger();

            Schedules.atOnce(() -> awaitFound(doorbell, found), () -> {
                found.incrementAndGet();
                doorbell.ring(WakeUpKeys.of(ONE.hash()));
            });
        });
    }

    @Test
    void ringForAStripeBetweenQueryAndRegistrationIsNotLost() {
        Schedules.explore(() -> {
            var doorbell = new Doorbell();
            var found = new AtomicInteger();
            var stripes = new BitSet();
            stripes.set(Doorbell.stripeOf(ONE.hash()));

            Schedules.atOnce(() -> awaitFound(doorbell, found), () -> {
                found.incrementAndGet();
                doorbell.ringStripes(stripes);
            });
        });
    }

    @Test
    void secondWhoRegistersForAKeyIsWokenAlthoughTheFirstLeaves() {
        Schedules.explore(() -> {
            var doorbell = new Doorbell();
            var found = new AtomicInteger();

            Schedules.atOnce(
                    () -> awaitFound(doorbell, found),
                    () -> doorbell.forKeys(List.of(ONE)).register(() -> {}).close(),
                    () -> {
                        found.incrementAndGet();
                        doorbell.ring(WakeUpKeys.of(ONE.hash(), OTHER.hash()));
                    });

            check(!doorbell.isAwaited(), "nothing is registered any more");
        });
    }

    private static void awaitFound(Doorbell doorbell, AtomicInteger found) throws InterruptedException {
        var source = doorbell.forKeys(List.of(ONE));
        long seen = source.position();
        while (found.get() == 0) {
            check(source.awaitBeyond(seen, Deadline.in(LONG)), "a ring ends the wait");
            seen = source.position();
        }
    }
}
