package io.flowfabric.engine.store.wakeup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.Waiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class DoorbellTest {
    private final Doorbell doorbell = new Doorbell();

    @Test
    void aRingBetweenQueryAndWaitIsNotLost() throws Exception {
        long seen = doorbell.position();
        doorbell.ring();

        assertThat(doorbell.awaitBeyond(seen, Deadline.in(Waiter.LONG))).isTrue();
    }

    @Test
    void everyThreadIsWokenByOneRing() throws Exception {
        List<Waiter<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiters.add(Waiter.asleep(deadline -> doorbell.awaitBeyond(0, deadline)));
        }

        doorbell.ring();

        for (Waiter<Boolean> waiter : waiters) {
            assertThat(waiter.woken()).isTrue();
        }
    }

    @Test
    void whoHasHeardARingWaitsForTheNext() throws Exception {
        doorbell.ring();
        long seen = doorbell.position();
        var waiter = Waiter.asleep(deadline -> doorbell.awaitBeyond(seen, deadline));

        doorbell.ring();

        assertThat(waiter.woken()).isTrue();
        assertThat(doorbell.position()).isEqualTo(seen + 1);
    }

    @Test
    void withoutARingTheDeadlineEndsTheWait() throws Exception {
        assertThat(doorbell.awaitBeyond(doorbell.position(), Deadline.in(Duration.ofMillis(1))))
                .isFalse();
        assertThat(doorbell.awaitBeyond(doorbell.position(), Deadline.in(Duration.ZERO)))
                .isFalse();
    }

    @Test
    void aRingIsHeardEvenAfterTheDeadline() throws Exception {
        doorbell.ring();

        assertThat(doorbell.awaitBeyond(0, Deadline.in(Duration.ZERO))).isTrue();
    }

    @Test
    void anInterruptEndsTheWait() {
        var waiter = Waiter.asleep(deadline -> doorbell.awaitBeyond(0, deadline));

        waiter.interrupt();

        assertThatThrownBy(waiter::woken).hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void noRingIsLostHoweverItMeetsTheWait() throws Exception {
        int rounds = 2_000;
        var together = new CyclicBarrier(2);
        var ringer = new Thread(() -> {
            for (int i = 0; i < rounds; i++) {
                meet(together);
                doorbell.ring();
            }
        });
        ringer.setDaemon(true);
        ringer.start();

        for (int i = 0; i < rounds; i++) {
            long seen = doorbell.position();
            meet(together);
            assertThat(doorbell.awaitBeyond(seen, Deadline.in(Waiter.LONG))).isTrue();
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
