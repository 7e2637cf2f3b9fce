package io.flowfabric.engine.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.store.wakeup.Doorbell;
import io.flowfabric.model.error.UnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiting without a thread. */
class ParkingTest {
    private static final long LONG_WAIT_MS = 30_000;

    private final Doorbell doorbell = new Doorbell();
    private final LongPolls longPolls = new LongPolls(new FallbackPoll(Duration.ofHours(1), () -> {}));
    private final AtomicReference<String> treasure = new AtomicReference<>("nothing");
    private final AtomicInteger looks = new AtomicInteger();
    private final List<String> unwanted = new ArrayList<>();

    @AfterEach
    void close() {
        longPolls.close();
    }

    @Test
    void whatIsThereIsAnsweredAtOnce() {
        treasure.set("gold");

        assertThat(park(LONG_WAIT_MS)).isCompletedWithValue("gold");
    }

    @Test
    void ringWakesEveryParkedCall() throws Exception {
        var answer = park(LONG_WAIT_MS);
        assertThat(answer).isNotDone();

        treasure.set("gold");
        doorbell.ring();

        assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("gold");
    }

    @Test
    void ringDuringAPollIsAnsweredByAnother() throws Exception {
        var answer = longPolls.park(
                longPolls.until("gold"::equals, LONG_WAIT_MS, doorbell, () -> {
                    String seen = treasure.get();
                    if (looks.incrementAndGet() == 2) {
                        treasure.set("gold");
                        ringUntilHeard();
                    }
                    return seen;
                }),
                unwanted::add);
        doorbell.ring();

        assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("gold");
    }

    /** Returns when the last parked call was woken, and thus all others before it. */
    private void ringUntilHeard() {
        var heard = new CountDownLatch(2);
        longPolls.park(
                longPolls.until(never -> never, LONG_WAIT_MS, doorbell, () -> {
                    heard.countDown();
                    return false;
                }),
                unwanted -> {});
        doorbell.ring();
        await(heard);
    }

    @Test
    void waitEndsByItself() throws Exception {
        assertThat(park(1).get(10, TimeUnit.SECONDS)).isEqualTo("nothing");
    }

    @Test
    void cancelledCallPollsNoMore() throws Exception {
        var cancelled = park(LONG_WAIT_MS);
        var other = park(LONG_WAIT_MS);
        cancelled.cancel(false);

        treasure.set("gold");
        doorbell.ring();
        other.get(10, TimeUnit.SECONDS);

        assertThat(looks).hasValue(3);
        assertThat(unwanted).isEmpty();
    }

    @Test
    void answerFoundWhileItsCallWasCancelledIsUndone() throws Exception {
        var looking = new CountDownLatch(1);
        var cancelled = new CountDownLatch(1);
        var undone = new CompletableFuture<String>();
        var answer = longPolls.park(
                longPolls.until("gold"::equals, LONG_WAIT_MS, doorbell, () -> {
                    if (looks.incrementAndGet() > 1) {
                        looking.countDown();
                        await(cancelled);
                        return "gold";
                    }
                    return "nothing";
                }),
                undone::complete);
        doorbell.ring();
        await(looking);

        answer.cancel(false);
        cancelled.countDown();

        assertThat(undone.get(10, TimeUnit.SECONDS)).isEqualTo("gold");
    }

    @Test
    void failedPollFailsTheCall() throws Exception {
        var answer = longPolls.park(
                longPolls.until("gold"::equals, LONG_WAIT_MS, doorbell, () -> {
                    if (looks.incrementAndGet() > 1) {
                        throw new IllegalStateException("blind");
                    }
                    return "nothing";
                }),
                unwanted::add);
        doorbell.ring();

        assertThat(answer.handle((found, failure) -> failure).get(10, TimeUnit.SECONDS))
                .hasMessage("blind");
    }

    @Test
    void closingAnswersEverybody() {
        var answer = park(LONG_WAIT_MS);

        longPolls.close();

        assertThat(answer).isCompletedWithValue("nothing");
        assertThat(park(0)).isCompletedWithValue("nothing");
        assertThatThrownBy(() -> park(LONG_WAIT_MS)).isInstanceOf(UnavailableException.class);
    }

    private CompletableFuture<String> park(long maxWaitMs) {
        return longPolls.park(
                longPolls.until("gold"::equals, maxWaitMs, doorbell, () -> {
                    looks.incrementAndGet();
                    return treasure.get();
                }),
                unwanted::add);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
