package io.flowfabric.junit;

import static io.flowfabric.junit.FlowFabricAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.task.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@FlowFabricTest
class TestClockTest {
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void letHandlersEnd() {
        release.countDown();
    }

    @Test
    void whatFallsDueOnTheWayHappensAtItsMoment(FlowFabric fabric, TestClock clock) {
        fabric.worker("lane")
                .on("note", String.class, (task, text) -> log.add(text + " at " + clock.instant()))
                .start();
        for (int hours : new int[] {2, 1, 3}) {
            fabric.submission("lane", "note")
                    .payload("after " + hours)
                    .delay(Duration.ofHours(hours))
                    .submit();
        }

        clock.advance(Duration.ofHours(3));

        assertThat(log)
                .containsExactly(
                        "after 1 at 2030-01-01T01:00:00Z",
                        "after 2 at 2030-01-01T02:00:00Z",
                        "after 3 at 2030-01-01T03:00:00Z");
    }

    @Test
    void onlyTheTestsClockEndsAnAttempt(FlowFabric fabric) {
        fabric.worker("lane")
                .on("slow", String.class, (task, text) -> {
                    long begun = System.nanoTime();
                    while (System.nanoTime() - begun < Duration.ofMillis(20).toNanos()) {
                        Thread.onSpinWait();
                    }
                    return task.isOwned();
                })
                .start();
        var execution = fabric.submission("lane", "slow")
                .payload("x")
                .policy(ExecutionPolicy.builder()
                        .attemptTimeout(Duration.ofMillis(1))
                        .build())
                .submit();

        assertThat(execution.await(Boolean.class, Duration.ofSeconds(50))).isTrue();
    }

    @Test
    void everyRetryOfALongRowHappensAtItsMoment(FlowFabric fabric, TestClock clock) {
        fabric.worker("lane")
                .on("try", String.class, (task, text) -> {
                    log.add(clock.instant().toString());
                    throw new IllegalStateException("not yet");
                })
                .start();
        var execution = fabric.submission("lane", "try")
                .payload("x")
                .retry(Retry.fixed(Duration.ofMinutes(10)).times(50))
                .submit();

        clock.advance(Duration.ofHours(24));

        assertThat(execution).retried(50).failed();
        assertThat(log).hasSize(51);
        for (int i = 0; i < log.size(); i++) {
            assertThat(log.get(i))
                    .isEqualTo(Instant.parse("2030-01-01T00:00:00Z")
                            .plus(Duration.ofMinutes(10L * i))
                            .toString());
        }
    }

    @Test
    void workThatAHandlerSubmitsIsDoneToo(FlowFabric fabric, TestClock clock) {
        fabric.worker("lane")
                .on("chain", Integer.class, (task, left) -> {
                    log.add(left + " at " + clock.instant());
                    if (left > 0) {
                        fabric.submission("lane", "chain")
                                .payload(left - 1)
                                .delay(Duration.ofMinutes(1))
                                .submit();
                    }
                    return left;
                })
                .start();
        fabric.submit("lane", "chain", 3);

        clock.advance(Duration.ofMinutes(3));

        assertThat(log)
                .containsExactly(
                        "3 at 2030-01-01T00:00:00Z",
                        "2 at 2030-01-01T00:01:00Z",
                        "1 at 2030-01-01T00:02:00Z",
                        "0 at 2030-01-01T00:03:00Z");
    }

    @Test
    void zeroWaitsForTheWorkers(FlowFabric fabric, TestClock clock) {
        fabric.worker("lane")
                .on("note", String.class, (task, text) -> log.add(text))
                .start();
        for (int i = 0; i < 200; i++) {
            fabric.submit("lane", "note", "n");
        }

        clock.advance(Duration.ZERO);

        assertThat(log).hasSize(200);
        assertThat(clock.instant()).isEqualTo(Instant.parse("2030-01-01T00:00:00Z"));
    }

    @Test
    void workThatNoWorkerMayTakeDelaysNothing(FlowFabric fabric, TestClock clock) {
        fabric.worker("lane")
                .on("note", String.class, (task, text) -> log.add(text))
                .start();
        var forOthers =
                fabric.submission("lane", "note").payload("x").requires("gpu").submit();
        var elsewhere = fabric.submit("other", "note", "y");

        clock.advance(Duration.ofDays(1));

        assertThat(forOthers).isWaiting();
        assertThat(elsewhere).isWaiting();
    }

    @Test
    void deadlinePassesWithoutAnyWorker(FlowFabric fabric, TestClock clock) {
        var execution = fabric.submission("lane", "note")
                .payload("x")
                .deadline(clock.instant().plusSeconds(60))
                .submit();

        clock.advance(Duration.ofSeconds(60));

        assertThat(execution.describe().orElseThrow().publicState().literal()).isEqualTo("expired");
    }

    @Test
    void jumpDoesNotWait(FlowFabric fabric, TestClock clock) throws InterruptedException {
        var begun = new Semaphore(0);
        fabric.worker("lane")
                .leaseTtl(Duration.ofSeconds(30))
                .on("hang", String.class, (task, text) -> {
                    begun.release();
                    release.await();
                    return text;
                })
                .start();
        var execution = fabric.submit("lane", "hang", "x");
        begun.acquire();

        clock.jump(Duration.ofSeconds(31));

        begun.acquire();
        assertThat(execution.attempts()).hasSize(2);
    }

    @Test
    void clockDoesNotGoBack(TestClock clock) {
        assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT-1S is negative");
    }

    @Test
    void handlerThatDoesNotEndIsNamed() throws InterruptedException {
        try (var shortTimeout = TestFabric.open(TestStore.SQLITE, Duration.ofMillis(1))) {
            var begun = new CountDownLatch(1);
            shortTimeout
                    .fabric()
                    .worker("lane")
                    .workerInstanceId("w-9")
                    .on("hang", String.class, (task, text) -> {
                        begun.countDown();
                        release.await();
                        return text;
                    })
                    .start();
            var execution = shortTimeout.fabric().submit("lane", "hang", "x");
            begun.await();

            assertThatThrownBy(() -> shortTimeout.clock().advance(Duration.ofSeconds(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("execution %s of kind hang is leased to worker w-9".formatted(execution.id()))
                    .hasMessageContaining("use jump");
            release.countDown();
        }
    }
}
