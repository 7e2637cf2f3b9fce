package io.flowfabric.engine.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import io.flowfabric.model.error.UnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PatienceTest {
    private static final Duration NEVER = Duration.ofDays(1);
    private static final long SHORT_WAIT_MS = 1;
    private static final long LONG_WAIT_MS = 30_000;

    private final Doorbell bell = new Doorbell();
    private final Searcher searcher = new Searcher();

    @Test
    void whoDoesNotWaitAlwaysLooks() {
        var patience = new Patience(NEVER);

        assertThat(patience.await(patience.until(searcher, 0, bell))).isEqualTo("nothing");
        assertThat(patience.await(patience.until(searcher, 0, bell))).isEqualTo("nothing");

        assertThat(searcher.done).containsExactly("look", "look");
    }

    @Test
    void whoWaitsBeginsWithWhatTheLastOneSaw() {
        var patience = new Patience(NEVER);

        assertThat(patience.await(patience.until(searcher, SHORT_WAIT_MS, bell)))
                .isEqualTo("nothing");
        assertThat(patience.await(patience.until(searcher, SHORT_WAIT_MS, bell)))
                .isEqualTo("nothing");

        assertThat(searcher.done).containsExactly("look");
    }

    @Test
    void ringThatCameBetweenTwoWaitsIsAnswered() {
        var patience = new Patience(NEVER);
        patience.await(patience.until(searcher, SHORT_WAIT_MS, bell));
        searcher.treasure = "gold";
        bell.ring();

        assertThat(patience.await(patience.until(searcher, LONG_WAIT_MS, bell))).isEqualTo("gold");
        assertThat(searcher.done).containsExactly("look", "look");
    }

    @Test
    void whoFoundAllThereWasSparesTheNextOneTheLook() {
        var patience = new Patience(NEVER);
        searcher.treasure = "gold";
        assertThat(patience.await(patience.until(searcher, 0, bell))).isEqualTo("gold");
        searcher.treasure = "nothing";

        assertThat(patience.await(patience.until(searcher, SHORT_WAIT_MS, bell)))
                .isEqualTo("nothing");

        assertThat(searcher.done).containsExactly("look");
    }

    @Test
    void whatWasLeftBehindIsFoundWithoutARing() {
        var patience = new Patience(NEVER);
        patience.await(patience.until(searcher, SHORT_WAIT_MS, bell));
        bell.ring();
        searcher.treasure = "more than one can carry";

        patience.await(patience.until(searcher, LONG_WAIT_MS, bell));
        patience.await(patience.until(searcher, LONG_WAIT_MS, bell));

        assertThat(searcher.done).containsExactly("look", "look", "look");
    }

    @Test
    void lookThatCouldNotSeeEverythingIsRepeatedWithoutARing() {
        var patience = new Patience(NEVER);
        searcher.rest = Lookout.Rest.UNSEEN;
        searcher.looked = () -> searcher.treasure = searcher.done.size() < 4 ? "nothing" : "gold";

        assertThat(patience.await(patience.until(searcher, LONG_WAIT_MS, bell))).isEqualTo("gold");

        assertThat(searcher.done).containsExactly("look", "look", "look", "look");
    }

    @Test
    void pauseBetweenSuchLooksGrowsByAQuarterUpToALimitAndStartsAnewAfterARing() {
        var vigil = new SharedVigil<>(searcher, bell, LONG_WAIT_MS, Duration.ZERO);
        searcher.rest = Lookout.Rest.UNSEEN;
        var pauses = new ArrayList<Duration>();
        for (int step = 0; step < 20; step++) {
            vigil.step(false);
            pauses.add(searcher.last.orElseThrow().backoff());
        }
        bell.ring();
        vigil.step(false);
        pauses.add(searcher.last.orElseThrow().backoff());

        assertThat(pauses.subList(0, 3))
                .containsExactly(Duration.ofMillis(5), Duration.ofNanos(6_250_000), Duration.ofNanos(7_812_500));
        assertThat(pauses.subList(18, 21))
                .containsExactly(Duration.ofMillis(250), Duration.ofMillis(250), Duration.ofMillis(5));
    }

    @Test
    void whoComesAfterALookThatCouldNotSeeEverythingLooks() {
        var patience = new Patience(NEVER);
        searcher.rest = Lookout.Rest.UNSEEN;
        patience.await(patience.until(searcher, 0, bell));
        searcher.treasure = "gold";

        assertThat(patience.await(patience.until(searcher, LONG_WAIT_MS, bell))).isEqualTo("gold");
    }

    @Test
    void thoseWhoWaitShareTheRepetitions() {
        var first = new SharedVigil<>(searcher, bell, LONG_WAIT_MS, NEVER);
        var second = new SharedVigil<>(searcher, bell, LONG_WAIT_MS, NEVER);
        searcher.rest = Lookout.Rest.UNSEEN;
        first.step(false);
        second.step(false);
        bell.ring();

        first.step(false);
        second.step(false);

        assertThat(searcher.done).containsExactly("look", "look", "look");
    }

    @Test
    void whatIsThereForOthersIsLookedForByEachOfThem() {
        var patience = new Patience(NEVER);
        searcher.rest = Lookout.Rest.FOR_OTHERS;
        patience.await(patience.until(searcher, SHORT_WAIT_MS, bell));
        searcher.treasure = "gold";

        assertThat(patience.await(patience.until(searcher, LONG_WAIT_MS, bell))).isEqualTo("gold");
    }

    @Test
    void whenTimeHasPassedTheCheaperQuestionDecides() {
        var patience = new Patience(Duration.ZERO);
        searcher.asked = () -> searcher.treasure = searcher.done.size() < 4 ? "nothing" : "gold";

        assertThat(patience.await(patience.until(searcher, LONG_WAIT_MS, bell))).isEqualTo("gold");

        assertThat(searcher.done).containsExactly("look", "question", "question", "question", "look");
    }

    @Test
    void whoWouldHaveToWaitForAClosedEngineIsRefused() {
        var patience = new Patience(NEVER);
        patience.close();
        bell.ring();

        assertThatThrownBy(() -> patience.await(patience.until(searcher, LONG_WAIT_MS, bell)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("shutting down");
        assertThat(patience.await(patience.until(searcher, 0, bell))).isEqualTo("nothing");
        searcher.treasure = "gold";
        bell.ring();
        assertThat(patience.await(patience.until(searcher, LONG_WAIT_MS, bell))).isEqualTo("gold");
    }

    @Test
    void whoBeginsToLookDuringTheDismissalIsAnsweredAlthoughItHasHeardTheRing() {
        var patience = new Patience(NEVER);
        searcher.meanwhile = () -> {
            patience.dismiss();
            bell.ring();
            assertThat(patience.awaitNobody(Deadline.in(Duration.ZERO))).isFalse();
        };

        var vigil = new SharedVigil<>(searcher, bell, NEVER.toMillis(), NEVER);
        assertThat(patience.await(vigil)).isEqualTo("nothing");
        assertThat(patience.awaitNobody(Deadline.in(Duration.ZERO))).isTrue();
    }

    @Test
    void interruptedThreadStopsWaitingAndStaysInterrupted() {
        var patience = new Patience(NEVER);
        Thread.currentThread().interrupt();

        assertThat(patience.await(patience.until(searcher, LONG_WAIT_MS, bell))).isEqualTo("nothing");
        assertThat(Thread.interrupted()).isTrue();
    }

    /** Finds its treasure, and tells what it did. */
    private static final class Searcher implements Lookout<String> {
        private final List<String> done = new ArrayList<>();
        private String treasure = "nothing";
        private Rest rest = Rest.NOTHING;
        private Runnable meanwhile = () -> {};
        private Runnable looked = () -> {};
        private Runnable asked = () -> {};
        private Optional<Sight> last = Optional.empty();

        @Override
        public String look() {
            done.add("look");
            looked.run();
            return treasure;
        }

        @Override
        public boolean isFound(String seen) {
            return !seen.equals("nothing");
        }

        @Override
        public Rest rest(String seen) {
            return seen.equals("more than one can carry") ? Rest.MAYBE_MORE : rest;
        }

        @Override
        public String nothing() {
            return "nothing";
        }

        @Override
        public Optional<Sight> lastSight() {
            meanwhile.run();
            return last;
        }

        @Override
        public void keep(Sight sight) {
            last = Optional.of(sight);
        }

        @Override
        public boolean isWorthALook() {
            done.add("question");
            asked.run();
            return isFound(treasure);
        }
    }
}
