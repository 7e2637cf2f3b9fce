package io.flowfabric.engine.store.wakeup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.Waiter;
import java.time.Duration;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerWakeUpTest {
    private final TimerWakeUp doorbell = new TimerWakeUp();

    @ParameterizedTest
    @ValueSource(longs = {99, 0, Long.MIN_VALUE})
    void anEarlierDueTimeWakesTheThread(long at) throws Exception {
        var waiter = waitingFor(100);

        doorbell.ring(at);

        assertThat(waiter.woken()).isTrue();
    }

    @Test
    void aDueTimeAnnouncedBeforeTheWaitIsNotLost() throws Exception {
        doorbell.reset();
        doorbell.ring(50);

        assertThat(wokenBefore(100, Waiter.LONG)).isTrue();
    }

    @Test
    void theEarliestOfManyAnnouncedDueTimesCounts() throws Exception {
        doorbell.reset();
        doorbell.ring(50);
        doorbell.ring(500);

        assertThat(wokenBefore(100, Waiter.LONG)).isTrue();
    }

    @Test
    void dueTimesThatAreNotEarlierWakeNothing() throws Exception {
        doorbell.reset();
        doorbell.ring(100);
        doorbell.ring(101);

        assertThat(wokenBefore(100, Duration.ofMillis(20))).isFalse();
    }

    @Test
    void aResetForgetsWhatTheStoreWillTellAnyway() throws Exception {
        doorbell.ring(50);
        doorbell.reset();

        assertThat(wokenBefore(100, Duration.ofMillis(20))).isFalse();
    }

    @Test
    void aDueTimeThatIsNotEarlierLeavesTheThreadAsleepForOneThatIs() throws Exception {
        var waiter = waitingFor(100);

        doorbell.ring(200);
        doorbell.ring(99);

        assertThat(waiter.woken()).isTrue();
    }

    @Test
    void anInterruptEndsTheWait() {
        var waiter = waitingFor(100);

        waiter.interrupt();

        assertThatThrownBy(waiter::woken).hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void noDueTimeIsLostHoweverItMeetsTheWait() throws Exception {
        int rounds = 2_000;
        var together = new CyclicBarrier(2);
        var ringer = new Thread(() -> {
            for (int i = 0; i < rounds; i++) {
                meet(together);
                doorbell.ring(50);
            }
        });
        ringer.setDaemon(true);
        ringer.start();

        for (int i = 0; i < rounds; i++) {
            doorbell.reset();
            meet(together);
            assertThat(wokenBefore(100, Waiter.LONG)).isTrue();
        }
    }

    private Waiter<Boolean> waitingFor(long next) {
        return Waiter.asleep(deadline -> {
            doorbell.awaitEarlierThan(next, deadline);
            return !deadline.hasPassed();
        });
    }

    private boolean wokenBefore(long next, Duration atMost) throws InterruptedException {
        var deadline = Deadline.in(atMost);
        doorbell.awaitEarlierThan(next, deadline);
        return !deadline.hasPassed();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }
}
