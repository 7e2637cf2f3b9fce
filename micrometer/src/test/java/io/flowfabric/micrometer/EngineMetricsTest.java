package io.flowfabric.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.layer.Layer;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.claim.ClaimForWorker;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.grant.IssueGrantAndClaim;
import io.flowfabric.model.op.lease.RenewBatch;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.sdk.Ending;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.task.PermanentFailure;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EngineMetricsTest {
    private static final Handle DAMAGED = new Handle(BackendTag.JAVA_SQLITE, HandleKind.FRESH, new byte[] {9});

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private volatile boolean unreachable;

    /** A layer between the metrics and the engine that makes calls fail. */
    private final class Breakage implements Layer {
        @Override
        public <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
            if (unreachable) {
                throw new TransportException("sqlite", TransportKind.TRANSPORT, new IOException("gone"));
            }
            return next.call(operation, arguments);
        }
    }

    private final FlowFabric fabric = FlowFabric.open(
            "sqlite::memory:", FabricOptions.DEFAULT.withLayer(new Breakage()).withLayer(new EngineMetrics(registry)));

    @AfterEach
    void close() {
        unreachable = false;
        fabric.close();
    }

    private long calls(String method, String outcome) {
        return registry.get("ff.engine.call")
                .tags("method", method, "outcome", outcome)
                .timer()
                .count();
    }

    private double renewals(String outcome) {
        return registry.get("ff.lease.renewal")
                .tag("outcome", outcome)
                .counter()
                .count();
    }

    private double attempts(String lane, String outcome) {
        return registry.get("ff.attempt.outcome")
                .tags("lane", lane, "outcome", outcome)
                .counter()
                .count();
    }

    @Test
    void answersAndTransportErrorsAreCounted() {
        fabric.engine().call(Catalogue.PING, NoArguments.NONE);
        fabric.engine().call(Catalogue.PING, NoArguments.NONE);
        unreachable = true;
        assertThatThrownBy(() -> fabric.engine().call(Catalogue.PING, NoArguments.NONE))
                .isInstanceOf(TransportException.class);

        assertThat(calls("ping", "ok")).isEqualTo(2);
        assertThat(calls("ping", "transport")).isEqualTo(1);
    }

    @Test
    void boundariesReachFromBelowAMillisecondToAMinute() {
        fabric.engine().call(Catalogue.PING, NoArguments.NONE);

        var buckets = registry.get("ff.engine.call").timer().takeSnapshot().histogramCounts();

        assertThat(buckets[0].bucket(TimeUnit.MICROSECONDS)).isEqualTo(500);
        assertThat(buckets[buckets.length - 1].bucket(TimeUnit.SECONDS)).isEqualTo(60);
    }

    @Test
    void outcomesOfAttemptsAreCountedByLane() throws InterruptedException {
        var worker = fabric.worker("orders")
                .on("echo", String.class, (task, text) -> text)
                .on("fail", String.class, (task, text) -> {
                    throw new PermanentFailure(text);
                })
                .start();
        await("echo");
        await("echo");
        await("fail");
        worker.close();

        assertThat(attempts("orders", "ok")).isEqualTo(2);
        assertThat(attempts("orders", "error")).isEqualTo(1);
    }

    private Ending await(String kind) {
        return fabric.submit("orders", kind, "text").awaitEnd(Duration.ofSeconds(30));
    }

    @Test
    void claimsByGrantAreTimedByLaneWhetherTheySucceedOrNot() {
        var id = fabric.submit("orders", "charge", "o-1").id();
        var claim = new IssueGrantAndClaim(id, new LaneId("orders"), 10_000);
        fabric.engine().call(Catalogue.ISSUE_GRANT_AND_CLAIM, claim);
        assertThatThrownBy(() -> fabric.engine().call(Catalogue.ISSUE_GRANT_AND_CLAIM, claim))
                .isInstanceOf(EngineException.class);

        assertThat(registry.get("ff.claim.from.grant.duration")
                        .tag("lane", "orders")
                        .timer()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void lanesThatCallersMakeUpShareOneLabel() {
        for (int i = 0; i < 2 * LaneLabels.MOST_LANES; i++) {
            fabric.engine()
                    .call(
                            Catalogue.CLAIM_FOR_WORKER,
                            new ClaimForWorker(
                                    new LaneId("made-up-" + i),
                                    new WorkerId("w"),
                                    new WorkerInstanceId("w-1"),
                                    1000,
                                    List.of(),
                                    Optional.empty()));
        }

        assertThat(registry.find("ff.claim.from.grant.duration").timers())
                .extracting(timer -> timer.getId().getTag("lane"))
                .containsExactly("other");
    }

    @Test
    void lanesBeyondTheFirstHundredShareOneLabel() {
        var labels = new LaneLabels();
        for (int i = 0; i < LaneLabels.MOST_LANES; i++) {
            assertThat(labels.ofKnown("lane-" + i)).isEqualTo("lane-" + i);
        }
        assertThat(labels.ofKnown("one-more")).isEqualTo("other");
        assertThat(labels.of("lane-7")).isEqualTo("lane-7");
    }

    @Test
    void workerThatIsFullIsCounted() throws InterruptedException {
        var release = new CountDownLatch(1);
        var worker = fabric.worker("orders")
                .concurrency(1)
                .on("charge", String.class, (task, text) -> {
                    release.await();
                    return text;
                })
                .start();
        new WorkerMetrics(worker).bindTo(registry);
        var full = registry.get("ff.worker.at.capacity")
                .tag("worker", worker.instanceId().value())
                .functionCounter();
        fabric.submit("orders", "charge", "o-1");
        while (full.count() < 1) {
            Thread.onSpinWait();
        }
        release.countDown();
        worker.close();
    }

    @Test
    void callThatWaitsWithoutAThreadIsCountedWhenItIsAnswered() {
        var claim = new ClaimRequest(
                new LaneId("orders"),
                new WorkerId("w"),
                new WorkerInstanceId("w-1"),
                CapabilitySet.EMPTY,
                Optional.empty(),
                30_000,
                30_000,
                1);
        var options = FabricOptions.DEFAULT.withLayer(new EngineMetrics(registry));
        try (var longPolling = FlowFabric.open("sqlite::memory:", options)) {
            var found = longPolling.engine().callAsync(Catalogue.CLAIM, claim);
            assertThat(found).isNotDone();

            longPolling.submit("orders", "charge", "o-1");
            assertThat(found.join().claims()).hasSize(1);
        }
        // The future completes a moment before the call is counted.
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (registry.find("ff.engine.call").tag("method", "claim").timer() == null && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(calls("claim", "ok")).isEqualTo(1);
    }

    @Test
    void passesOfTheTimersAreCountedByWhatTheyLookFor() throws InterruptedException {
        var metrics = new TimerMetrics(registry);
        var promoted = new CountDownLatch(1);
        var settings = EngineSettings.DEFAULT.withTimerWatch((scanner, elapsed) -> {
            metrics.passed(scanner, elapsed);
            if (scanner.equals("delayed_promoter")) {
                promoted.countDown();
            }
        });
        try (var other = FlowFabric.open("sqlite::memory:", FabricOptions.DEFAULT.withEngine(settings))) {
            other.submission("orders", "charge")
                    .payload("o-1")
                    .delay(Duration.ofMillis(500))
                    .submit();
            assertThat(promoted.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(registry.get("ff.scanner.cycle")
                        .tag("scanner", "delayed_promoter")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    void workOfTheTimersThatBeganAgainIsCountedByItsName() {
        new TimerMetrics(registry).restarted("lease_expiry");

        assertThat(registry.get("ff.scanner.restart")
                        .tag("scanner", "lease_expiry")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void backgroundThreadsThatBeganAgainAreCountedByTheirNames() {
        var works = new ArrayDeque<Runnable>(List.of(
                () -> {
                    throw new OutOfMemoryError("in a test");
                },
                () -> {}));
        new BackgroundLoop("metrics-test", () -> works.remove().run()).run();

        new BackgroundMetrics().bindTo(registry);

        assertThat(registry.get("ff.background.restart")
                        .tag("thread", "metrics-test")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void everyRenewalOfABatchCounts() {
        var batch = new RenewBatch(List.of(new RenewRequest(DAMAGED), new RenewRequest(DAMAGED)));
        unreachable = true;
        assertThatThrownBy(() -> fabric.engine().call(Catalogue.RENEW_BATCH, batch))
                .isInstanceOf(TransportException.class);

        assertThat(renewals("err")).isEqualTo(2);
    }

    @Test
    void renewalWithADamagedHandleDoesNotCount() {
        assertThatThrownBy(() -> fabric.engine().call(Catalogue.RENEW, new RenewRequest(DAMAGED)))
                .isInstanceOf(EngineException.class);

        assertThat(renewals("err")).isZero();
        assertThat(renewals("ok")).isZero();
        assertThat(calls("renew", "validation")).isEqualTo(1);
    }
}
