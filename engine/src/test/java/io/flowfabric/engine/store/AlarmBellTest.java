package io.flowfabric.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlarmBellTest {
    private final AlarmBell bell = new AlarmBell();

    @ParameterizedTest
    @ValueSource(longs = {99, 0, Long.MIN_VALUE})
    void anEarlierAlarmWakesTheWaiter(long at) throws Exception {
        var waiter = waitingFor(100);

        bell.ring(at);

        assertThat(waiter.woken()).isTrue();
    }

    @Test
    void anAlarmAnnouncedBeforeTheWaitIsNotLost() throws Exception {
        bell.reset();
        bell.ring(50);

        assertThat(wokenBefore(100, Waiter.LONG)).isTrue();
    }

    @Test
    void theEarliestOfManyAnnouncedAlarmsCounts() throws Exception {
        bell.reset();
        bell.ring(50);
        bell.ring(500);

        assertThat(wokenBefore(100, Waiter.LONG)).isTrue();
    }

    @Test
    void alarmsThatAreNotEarlierWakeNobody() throws Exception {
        bell.reset();
        bell.ring(100);
        bell.ring(101);

        assertThat(wokenBefore(100, Duration.ofMillis(20))).isFalse();
    }

    @Test
    void aResetForgetsWhatTheStoreWillTellAnyway() throws Exception {
        bell.ring(50);
        bell.reset();

        assertThat(wokenBefore(100, Duration.ofMillis(20))).isFalse();
    }

    @Test
    void anAlarmThatIsNotEarlierLeavesTheWaiterAsleepForOneThatIs() throws Exception {
        var waiter = waitingFor(100);

        bell.ring(200);
        bell.ring(99);

        assertThat(waiter.woken()).isTrue();
    }

    @Test
    void anInterruptEndsTheWait() {
        var waiter = waitingFor(100);

        waiter.interrupt();

        assertThatThrownBy(waiter::woken).hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void noAlarmIsLostHoweverItMeetsTheWaiter() throws Exception {
        int rounds = 2_000;
        var together = new CyclicBarrier(2);
        var ringer = new Thread(() -> {
            for (int i = 0; i < rounds; i++) {
                meet(together);
                bell.ring(50);
            }
        });
        ringer.setDaemon(true);
        ringer.start();

        for (int i = 0; i < rounds; i++) {
            bell.reset();
            meet(together);
            assertThat(wokenBefore(100, Waiter.LONG)).isTrue();
        }
    }

    private Waiter<Boolean> waitingFor(long next) {
        return Waiter.asleep(deadline -> {
            bell.awaitEarlierThan(next, deadline);
            return !deadline.hasPassed();
        });
    }

    private boolean wokenBefore(long next, Duration atMost) throws InterruptedException {
        var deadline = Deadline.in(atMost);
        bell.awaitEarlierThan(next, deadline);
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
