package io.flowfabric.sdk.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.sdk.FakeEngine;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkerStopTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final FakeEngine engine = new FakeEngine();
    private final FlowFabric fabric = FlowFabric.on(engine, FabricOptions.DEFAULT);
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void close() {
        release.countDown();
        fabric.close();
    }

    @Test
    void parkedClaimDoesNotDelayTheStop() throws InterruptedException {
        var worker = fabric.worker("orders")
                .leaseTtl(Duration.ofDays(1))
                .onAnyKind(task -> Optional.empty())
                .start();
        while (engine.awaitCall(Catalogue.CLAIM).maxWaitMs() == 0) {
            assertThat(worker.running()).isZero();
        }

        worker.stop(LONG);
        engine.offer(Samples.claim("late"));
        assertThat(engine.calls(Catalogue.CLAIM)).isEmpty();
        assertThat(engine.calls(Catalogue.COMPLETE)).isEmpty();
    }

    @Test
    void runningTaskEndsWithinTheGrace() throws InterruptedException {
        var worker = waitingWorker();
        engine.offer(Samples.claim("charge"));
        started.await();

        var stopping = new Thread(() -> worker.stop(LONG));
        stopping.start();
        release.countDown();
        stopping.join();

        assertThat(worker.completed()).isOne();
    }

    @Test
    void whatWasClaimedAndNotStartedIsHandedBackAtOnce() throws InterruptedException {
        var claim = Samples.claim("charge");
        var claiming = new CountDownLatch(1);
        engine.answer(Catalogue.CLAIM, args -> {
            claiming.countDown();
            awaitRelease();
            return ClaimOutcome.atOnce(List.of(claim));
        });
        var worker = fabric.worker("orders").onAnyKind(task -> Optional.empty()).start();
        claiming.await();

        worker.stopClaiming();
        release.countDown();
        worker.stop(LONG);
        assertThat(engine.calls(Catalogue.DELAY)).containsExactly(new DelayRequest(claim.handle(), 0));
        assertThat(engine.calls(Catalogue.COMPLETE)).isEmpty();
    }

    @Test
    void taskThatOutlastsTheGraceIsInterruptedAndNotReported() throws InterruptedException {
        var interrupted = new CountDownLatch(1);
        var worker = fabric.worker("orders")
                .onAnyKind(task -> {
                    started.countDown();
                    try {
                        release.await();
                    } catch (InterruptedException stopped) {
                        interrupted.countDown();
                    }
                    return Optional.empty();
                })
                .start();
        engine.offer(Samples.claim("charge"));
        started.await();

        worker.stop(Duration.ZERO);
        assertThat(interrupted.await(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS))
                .isTrue();
        worker.stop(LONG);
        assertThat(engine.calls(Catalogue.COMPLETE)).isEmpty();
        assertThat(engine.calls(Catalogue.FAIL)).isEmpty();
        assertThat(engine.calls(Catalogue.DELAY)).isEmpty();
    }

    @Test
    void taskThatEndsAfterTheStopIsDroppedAndNotWaitedForAgain() throws InterruptedException {
        var worker = fabric.worker("orders")
                .onAnyKind(task -> {
                    started.countDown();
                    awaitReleaseUninterruptibly();
                    return Optional.empty();
                })
                .start();
        engine.offer(Samples.claim("charge"));
        started.await();

        worker.stop(Duration.ZERO);
        release.countDown();
        worker.stop(Duration.ofDays(1));

        assertThat(engine.calls(Catalogue.COMPLETE)).isEmpty();
    }

    @Test
    void closingTheFabricDrainsItsWorkersBeforeTheEngine() throws InterruptedException {
        var worker = waitingWorker();
        engine.answer(Catalogue.COMPLETE, args -> {
            assertThat(engine.closed).isFalse();
            return Ok.OK;
        });
        engine.offer(Samples.claim("charge"));
        started.await();

        var closing = new Thread(fabric::close);
        closing.start();
        release.countDown();
        closing.join();

        assertThat(worker.completed()).isOne();
        assertThat(engine.closed).isTrue();
    }

    @Test
    void closedFabricStartsNoWorker() {
        fabric.close();

        assertThatThrownBy(() -> fabric.worker("orders")
                        .onAnyKind(task -> Optional.empty())
                        .start())
                .isInstanceOf(UnavailableException.class);
    }

    private Worker waitingWorker() {
        return fabric.worker("orders")
                .onAnyKind(task -> {
                    started.countDown();
                    release.await();
                    return Optional.empty();
                })
                .start();
    }

    private void awaitReleaseUninterruptibly() {
        for (boolean waiting = true; waiting; ) {
            try {
                release.await();
                waiting = false;
            } catch (InterruptedException ignored) {
                // The handler goes on after its worker has stopped.
            }
        }
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
