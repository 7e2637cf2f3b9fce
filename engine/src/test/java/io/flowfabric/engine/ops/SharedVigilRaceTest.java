package io.flowfabric.engine.ops;

import static io.flowfabric.engine.Schedules.check;

import io.flowfabric.engine.Schedules;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import io.flowfabric.model.error.UnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Claimers who go by what others saw, under many schedules. */
class SharedVigilRaceTest {
    /** A lane, of which a claimer takes one execution at a time. */
    private static final class Lane implements Lookout<Integer> {
        private final Doorbell bell = new Doorbell();
        private final Patience patience = new Patience(Duration.ofHours(1), new LooksAtOnce());
        private final AtomicInteger claimable = new AtomicInteger();
        private final AtomicReference<Optional<Sight>> last = new AtomicReference<>(Optional.empty());

        void submit(int count) {
            claimable.addAndGet(count);
            bell.ring();
        }

        void claim() {
            check(await() == 1, "whoever waits gets one");
        }

        int await() {
            return patience.await(patience.until(this, 30_000, bell));
        }

        @Override
        public Integer look() {
            return claimable.getAndUpdate(count -> Math.max(0, count - 1)) > 0 ? 1 : 0;
        }

        @Override
        public boolean isFound(Integer taken) {
            return taken > 0;
        }

        @Override
        public Rest rest(Integer taken) {
            return taken > 0 ? Rest.MAYBE_MORE : Rest.NOTHING;
        }

        @Override
        public Integer nothing() {
            return 0;
        }

        @Override
        public Optional<Sight> lastSight() {
            return last.get();
        }

        @Override
        public void keep(Sight sight) {
            last.set(Optional.of(sight));
        }

        @Override
        public boolean isWorthALook() {
            return claimable.get() > 0;
        }
    }

    @Test
    void oneRingForTwoServesBothWhoWait() {
        Schedules.explore(() -> {
            var lane = new Lane();

            Schedules.atOnce(lane::claim, lane::claim, () -> lane.submit(2));
        });
    }

    @Test
    void whoeverWaitsIsDismissed() {
        Schedules.explore(() -> {
            var lane = new Lane();

            Schedules.atOnce(
                    () -> {
                        try {
                            check(lane.await() == 0, "nothing is found");
                        } catch (UnavailableException late) {
                            check(lane.patience.isDismissed(), "only who comes late is refused");
                        }
                    },
                    () -> {
                        lane.patience.dismiss();
                        lane.bell.ring();
                    });

            check(lane.patience.awaitNobody(Deadline.in(Duration.ZERO)), "nobody waits any more");
        });
    }
}
