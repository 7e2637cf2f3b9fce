package io.flowfabric.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class DoorbellTest {
    private final Doorbell bell = new Doorbell();

    @Test
    void aRingBetweenLookingAndWaitingIsNotLost() throws Exception {
        long seen = bell.position();
        bell.ring();

        assertThat(bell.awaitBeyond(seen, Deadline.in(Waiter.LONG))).isTrue();
    }

    @Test
    void everyWaiterIsWokenByOneRing() throws Exception {
        List<Waiter<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiters.add(Waiter.asleep(deadline -> bell.awaitBeyond(0, deadline)));
        }

        bell.ring();

        for (Waiter<Boolean> waiter : waiters) {
            assertThat(waiter.woken()).isTrue();
        }
    }

    @Test
    void whoHasHeardARingWaitsForTheNext() throws Exception {
        bell.ring();
        long seen = bell.position();
        var waiter = Waiter.asleep(deadline -> bell.awaitBeyond(seen, deadline));

        bell.ring();

        assertThat(waiter.woken()).isTrue();
        assertThat(bell.position()).isEqualTo(seen + 1);
    }

    @Test
    void withoutARingTheDeadlineEndsTheWait() throws Exception {
        assertThat(bell.awaitBeyond(bell.position(), Deadline.in(Duration.ofMillis(1))))
                .isFalse();
        assertThat(bell.awaitBeyond(bell.position(), Deadline.in(Duration.ZERO)))
                .isFalse();
    }

    @Test
    void aRingIsHeardEvenAfterTheDeadline() throws Exception {
        bell.ring();

        assertThat(bell.awaitBeyond(0, Deadline.in(Duration.ZERO))).isTrue();
    }

    @Test
    void anInterruptEndsTheWait() {
        var waiter = Waiter.asleep(deadline -> bell.awaitBeyond(0, deadline));

        waiter.interrupt();

        assertThatThrownBy(waiter::woken).hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void noRingIsLostHoweverItMeetsTheWaiter() throws Exception {
        int rounds = 2_000;
        var together = new CyclicBarrier(2);
        var ringer = new Thread(() -> {
            for (int i = 0; i < rounds; i++) {
                meet(together);
                bell.ring();
            }
        });
        ringer.setDaemon(true);
        ringer.start();

        for (int i = 0; i < rounds; i++) {
            long seen = bell.position();
            meet(together);
            assertThat(bell.awaitBeyond(seen, Deadline.in(Waiter.LONG))).isTrue();
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }
}
