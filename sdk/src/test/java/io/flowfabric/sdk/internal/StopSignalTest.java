package io.flowfabric.sdk.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StopSignalTest {
    private final StopSignal stop = new StopSignal();
    private final CountDownLatch inside = new CountDownLatch(1);

    @Test
    void parkedCallIsInterruptedAndItsThreadIsNotAfterwards() throws Exception {
        var interrupted = new FutureTask<>(() -> {
            boolean during = stop.parked(() -> {
                        inside.countDown();
                        return isInterruptedWhileWaiting();
                    })
                    .orElseThrow();
            return during && !Thread.currentThread().isInterrupted();
        });
        new Thread(interrupted).start();
        inside.await();
        stop.give();

        assertThat(interrupted.get()).isTrue();
    }

    @Test
    void threadThatIsNotParkedIsLeftAlone() {
        assertThat(stop.parked(() -> 1)).contains(1);
        stop.give();

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void nothingParksOnceItIsGiven() {
        stop.give();

        assertThat(stop.parked(() -> 1)).isEmpty();
    }

    @Test
    void pauseEndsWhenItIsGiven() throws Exception {
        var paused = new FutureTask<>(() -> {
            inside.countDown();
            stop.pause(TimeUnit.HOURS.toNanos(1));
            return stop.isGiven();
        });
        new Thread(paused).start();
        inside.await();
        stop.give();

        assertThat(paused.get()).isTrue();
    }

    private static boolean isInterruptedWhileWaiting() {
        try {
            new CountDownLatch(1).await();
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
