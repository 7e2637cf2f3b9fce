package io.flowfabric.engine.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.Doorbell;
import io.flowfabric.model.error.UnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LongPollsTest {
    private static final Duration NEVER = Duration.ofDays(1);
    private static final long SHORT_WAIT_MS = 1;
    private static final long LONG_WAIT_MS = 30_000;

    private final Doorbell doorbell = new Doorbell();
    private final Searcher searcher = new Searcher();

    @Test
    void callThatDoesNotWaitAlwaysPolls() {
        var longPolls = new LongPolls(new FallbackPoll(NEVER, () -> {}));

        assertThat(longPolls.await(longPolls.until(searcher, 0, doorbell))).isEqualTo("nothing");
        assertThat(longPolls.await(longPolls.until(searcher, 0, doorbell))).isEqualTo("nothing");

        assertThat(searcher.done).containsExactly("poll", "poll");
    }

    @Test
    void callThatWaitsBeginsWithTheLastEmptyPoll() {
        var longPolls = new LongPolls(new FallbackPoll(NEVER, () -> {}));

        assertThat(longPolls.await(longPolls.until(searcher, SHORT_WAIT_MS, doorbell)))
                .isEqualTo("nothing");
        assertThat(longPolls.await(longPolls.until(searcher, SHORT_WAIT_MS, doorbell)))
                .isEqualTo("nothing");

        assertThat(searcher.done).containsExactly("poll");
    }

    @Test
    void ringThatCameBetweenTwoWaitsIsAnswered() {
        var longPolls = new LongPolls(new FallbackPoll(NEVER, () -> {}));
        longPolls.await(longPolls.until(searcher, SHORT_WAIT_MS, doorbell));
        searcher.treasure = "gold";
        doorbell.ring();

        assertThat(longPolls.await(longPolls.until(searcher, LONG_WAIT_MS, doorbell)))
                .isEqualTo("gold");
        assertThat(searcher.done).containsExactly("poll", "poll");
    }

    @Test
    void pollThatFoundEverythingSparesTheNextOne() {
        var longPolls = new LongPolls(new FallbackPoll(NEVER, () -> {}));
        searcher.treasure = "gold";
        assertThat(longPolls.await(longPolls.until(searcher, 0, doorbell))).isEqualTo("gold");
        searcher.treasure = "nothing";

        assertThat(longPolls.await(longPolls.until(searcher, SHORT_WAIT_MS, doorbell)))
                .isEqualTo("nothing");

        assertThat(searcher.done).containsExactly("poll");
    }

    @Test
    void whatWasLeftBehindIsFoundWithoutARing() {
        var longPolls = new LongPolls(new FallbackPoll(NEVER, () -> {}));
        longPolls.await(longPolls.until(searcher, SHORT_WAIT_MS, doorbell));
        doorbell.ring();
        searcher.treasure = "more than one can carry";

        longPolls.await(longPolls.until(searcher, LONG_WAIT_MS, doorbell));
        longPolls.await(longPolls.until(searcher, LONG_WAIT_MS, doorbell));

        assertThat(searcher.done).containsExactly("poll", "poll", "poll");
    }

    @Test
    void pollThatCouldNotSeeEverythingIsRepeatedWithoutARing() {
        var longPolls = new LongPolls(new FallbackPoll(NEVER, () -> {}));
        searcher.rest = PollSource.Remainder.UNSEEN;
        searcher.polled = () -> searcher.treasure = searcher.done.size() < 4 ? "nothing" : "gold";

        assertThat(longPolls.await(longPolls.until(searcher, LONG_WAIT_MS, doorbell)))
                .isEqualTo("gold");

        assertThat(searcher.done).containsExactly("poll", "poll", "poll", "poll");
    }

    @Test
    void pauseBetweenSuchPollsGrowsByAQuarterUpToALimitAndStartsAnewAfterARing() {
        var longPoll =
                new CoalescedLongPoll<>(searcher, doorbell, LONG_WAIT_MS, new FallbackPoll(Duration.ZERO, () -> {}));
        searcher.rest = PollSource.Remainder.UNSEEN;
        var pauses = new ArrayList<Duration>();
        for (int step = 0; step < 20; step++) {
            longPoll.step(false);
            pauses.add(searcher.last.orElseThrow().backoff());
        }
        doorbell.ring();
        longPoll.step(false);
        pauses.add(searcher.last.orElseThrow().backoff());

        assertThat(pauses.subList(0, 3))
                .containsExactly(Duration.ofMillis(5), Duration.ofNanos(6_250_000), Duration.ofNanos(7_812_500));
        assertThat(pauses.subList(18, 21))
                .containsExactly(Duration.ofMillis(250), Duration.ofMillis(250), Duration.ofMillis(5));
    }

    @Test
    void callAfterAPollThatCouldNotSeeEverythingPolls() {
        var longPolls = new LongPolls(new FallbackPoll(NEVER, () -> {}));
        searcher.rest = PollSource.Remainder.UNSEEN;
        longPolls.await(longPolls.until(searcher, 0, doorbell));
        searcher.treasure = "gold";

        assertThat(longPolls.await(longPolls.until(searcher, LONG_WAIT_MS, doorbell)))
                .isEqualTo("gold");
    }

    @Test
    void waitingCallsShareTheRepetitions() {
        var first = new CoalescedLongPoll<>(searcher, doorbell, LONG_WAIT_MS, new FallbackPoll(NEVER, () -> {}));
        var second = new CoalescedLongPoll<>(searcher, doorbell, LONG_WAIT_MS, new FallbackPoll(NEVER, () -> {}));
        searcher.rest = PollSource.Remainder.UNSEEN;
        first.step(false);
        second.step(false);
        doorbell.ring();

        first.step(false);
        second.step(false);

        assertThat(searcher.done).containsExactly("poll", "poll", "poll");
    }

    @Test
    void whatIsThereForOthersIsPolledByEachOfThem() {
        var longPolls = new LongPolls(new FallbackPoll(NEVER, () -> {}));
        searcher.rest = PollSource.Remainder.FOR_OTHERS;
        longPolls.await(longPolls.until(searcher, SHORT_WAIT_MS, doorbell));
        searcher.treasure = "gold";

        assertThat(longPolls.await(longPolls.until(searcher, LONG_WAIT_MS, doorbell)))
                .isEqualTo("gold");
    }

    @Test
    void whenTimeHasPassedTheFallbackPollDecidesWhetherToPoll() {
        var longPolls = new LongPolls(new FallbackPoll(Duration.ZERO, () -> {
            searcher.done.add("fallback");
            if (searcher.done.size() == 4) {
                searcher.treasure = "gold";
                doorbell.ring();
            }
        }));

        assertThat(longPolls.await(longPolls.until(searcher, LONG_WAIT_MS, doorbell)))
                .isEqualTo("gold");

        assertThat(searcher.done).containsExactly("poll", "fallback", "fallback", "fallback", "poll");
    }

    @Test
    void callThatWouldHaveToWaitForAClosedEngineIsRefused() {
        var longPolls = new LongPolls(new FallbackPoll(NEVER, () -> {}));
        longPolls.close();
        doorbell.ring();

        assertThatThrownBy(() -> longPolls.await(longPolls.until(searcher, LONG_WAIT_MS, doorbell)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("shutting down");
        assertThat(longPolls.await(longPolls.until(searcher, 0, doorbell))).isEqualTo("nothing");
        searcher.treasure = "gold";
        doorbell.ring();
        assertThat(longPolls.await(longPolls.until(searcher, LONG_WAIT_MS, doorbell)))
                .isEqualTo("gold");
    }

    @Test
    void callThatBeginsDuringTheDismissalIsAnsweredAlthoughItMissedTheRing() {
        var longPolls = new LongPolls(new FallbackPoll(NEVER, () -> {}));
        searcher.meanwhile = () -> {
            longPolls.dismiss();
            doorbell.ring();
            assertThat(longPolls.awaitAllAnswered(Deadline.in(Duration.ZERO))).isFalse();
        };

        var longPoll = new CoalescedLongPoll<>(searcher, doorbell, NEVER.toMillis(), new FallbackPoll(NEVER, () -> {}));
        assertThat(longPolls.await(longPoll)).isEqualTo("nothing");
        assertThat(longPolls.awaitAllAnswered(Deadline.in(Duration.ZERO))).isTrue();
    }

    @Test
    void interruptedThreadStopsWaitingAndStaysInterrupted() {
        var longPolls = new LongPolls(new FallbackPoll(NEVER, () -> {}));
        Thread.currentThread().interrupt();

        assertThat(longPolls.await(longPolls.until(searcher, LONG_WAIT_MS, doorbell)))
                .isEqualTo("nothing");
        assertThat(Thread.interrupted()).isTrue();
    }

    /** Finds its treasure, and tells what it did. */
    private static final class Searcher implements PollSource<String> {
        private final List<String> done = new ArrayList<>();
        private String treasure = "nothing";
        private Remainder rest = Remainder.NOTHING;
        private Runnable meanwhile = () -> {};
        private Runnable polled = () -> {};
        private Optional<EmptyPoll> last = Optional.empty();

        @Override
        public String poll() {
            done.add("poll");
            polled.run();
            return treasure;
        }

        @Override
        public boolean isFound(String seen) {
            return !seen.equals("nothing");
        }

        @Override
        public Remainder rest(String seen) {
            return seen.equals("more than one can carry") ? Remainder.MAYBE_MORE : rest;
        }

        @Override
        public String nothing() {
            return "nothing";
        }

        @Override
        public Optional<EmptyPoll> lastEmptyPoll() {
            meanwhile.run();
            return last;
        }

        @Override
        public void keep(EmptyPoll emptyPoll) {
            last = Optional.of(emptyPoll);
        }
    }
}
