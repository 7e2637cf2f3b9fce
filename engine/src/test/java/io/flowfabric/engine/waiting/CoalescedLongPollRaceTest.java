package io.flowfabric.engine.waiting;

import static io.flowfabric.engine.Schedules.check;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.Schedules;
import io.flowfabric.engine.store.wakeup.Doorbell;
import io.flowfabric.engine.store.wakeup.WakeUpKey;
import io.flowfabric.engine.store.wakeup.WakeUpKeys;
import io.flowfabric.engine.store.wakeup.WakeUpSource;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.id.LaneId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Claims that rely on the empty polls of others, under many schedules. */
class CoalescedLongPollRaceTest {
    /** A lane, of which a claimer takes one execution at a time. */
    private static final class Lane implements PollSource<Integer> {
        private final WakeUpKey key = new WakeUpKey.Work(LaneId.DEFAULT, Optional.empty());
        private final Doorbell doorbell = new Doorbell();
        private final WakeUpSource source = doorbell.forKeys(List.of(key));
        private final LongPolls longPolls =
                new LongPolls(new FallbackPoll(Duration.ofHours(1), () -> {}), new LooksAtOnce());
        private final AtomicInteger claimable = new AtomicInteger();
        private final AtomicReference<Optional<EmptyPoll>> last = new AtomicReference<>(Optional.empty());

        void submit(int count) {
            claimable.addAndGet(count);
            doorbell.ring(WakeUpKeys.of(key.hash()));
        }

        void claim() {
            check(await() == 1, "every waiting call gets one");
        }

        int await() {
            return longPolls.await(longPolls.until(this, 30_000, source));
        }

        @Override
        public Integer poll() {
            return claimable.getAndUpdate(count -> Math.max(0, count - 1)) > 0 ? 1 : 0;
        }

        @Override
        public boolean isFound(Integer taken) {
            return taken > 0;
        }

        @Override
        public Remainder rest(Integer taken) {
            return taken > 0 ? Remainder.MAYBE_MORE : Remainder.NOTHING;
        }

        @Override
        public Integer nothing() {
            return 0;
        }

        @Override
        public Optional<EmptyPoll> lastEmptyPoll() {
            return last.get();
        }

        @Override
        public void keep(EmptyPoll emptyPoll) {
            last.set(Optional.of(emptyPoll));
        }
    }

    @Test
    void oneRingForTwoServesBothWhoWait() {
        Schedules.explore(() -> {
            var lane = new Lane();

            Schedules.atOnce(lane::claim, lane::claim, () -> lane.submit(2));

            check(!lane.doorbell.isAwaited(), "nothing is registered any more");
        });
    }

    @Test
    void waitingCallsAreDismissed() {
        Schedules.explore(() -> {
            var lane = new Lane();

            Schedules.atOnce(
                    () -> {
                        try {
                            check(lane.await() == 0, "nothing is found");
                        } catch (UnavailableException late) {
                            check(lane.longPolls.isDismissed(), "only a late call is refused");
                        }
                    },
                    () -> {
                        lane.longPolls.dismiss();
                        lane.doorbell.ring();
                    });

            check(lane.longPolls.awaitAllAnswered(Deadline.in(Duration.ZERO)), "no call waits any more");
        });
    }
}
