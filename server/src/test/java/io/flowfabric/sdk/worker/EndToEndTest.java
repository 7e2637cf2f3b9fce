package io.flowfabric.sdk.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.submit.AwaitResultRequest;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.sdk.AwaitTimeoutException;
import io.flowfabric.sdk.ExecutionFailedException;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.HoldingEngine;
import io.flowfabric.sdk.Submitted;
import io.flowfabric.sdk.TestServer;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.task.PermanentFailure;
import io.flowfabric.sdk.task.Retry;
import io.flowfabric.sdk.task.TaskFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The SDK on a real engine and a real store, in this process and behind a server. */
@Timeout(120)
class EndToEndTest {
    record Charge(String order, int cents) {}

    record Receipt(String order, String status) {}

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    static Path folder;

    private static final List<TestServer> SERVERS = new ArrayList<>();

    static Stream<String> addresses() {
        var server = TestServer.on("sqlite::memory:");
        SERVERS.add(server);
        return Stream.of("sqlite::memory:", "sqlite:" + folder.resolve(System.nanoTime() + ".db"), server.address());
    }

    @AfterAll
    static void stopServers() {
        SERVERS.forEach(TestServer::close);
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void submitsWorksAndWaits(String address) {
        try (var fabric = FlowFabric.open(address)) {
            fabric.worker("orders")
                    .on("charge-card", Charge.class, (task, charge) -> new Receipt(charge.order(), "paid"))
                    .start();

            Receipt receipt = fabric.submit("orders", "charge-card", new Charge("o-1", 4200))
                    .await(Receipt.class, LONG);

            assertThat(receipt).isEqualTo(new Receipt("o-1", "paid"));
        }
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void failedAttemptIsRetried(String address) {
        try (var fabric = FlowFabric.open(address)) {
            var worker = fabric.worker("orders")
                    .on("flaky", Integer.class, (task, needed) -> {
                        if (task.attemptIndex() < needed) {
                            throw new TaskFailure("busy", "rate_limited");
                        }
                        return task.attemptIndex();
                    })
                    .start();
            var submitted = fabric.submission("orders", "flaky")
                    .payload(2)
                    .retry(Retry.exponential(Duration.ofMillis(1)).times(2).onlyOn("rate_limited"))
                    .submit();

            assertThat(submitted.await(Integer.class, LONG)).isEqualTo(2);
            worker.close();
            assertThat(worker.retried()).isEqualTo(2);
            assertThat(attempts(fabric, submitted.id()))
                    .extracting(Attempt::type)
                    .containsExactly(AttemptType.INITIAL, AttemptType.RETRY, AttemptType.RETRY);
        }
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void permanentFailureIsNotRetried(String address) {
        try (var fabric = FlowFabric.open(address)) {
            fabric.worker("orders")
                    .on("charge-card", task -> {
                        throw new PermanentFailure("no such card");
                    })
                    .start();
            var submitted = fabric.submission("orders", "charge-card")
                    .retry(Retry.fixed(Duration.ZERO).times(5))
                    .submit();

            assertThatThrownBy(() -> submitted.await(Receipt.class, LONG))
                    .isInstanceOfSatisfying(ExecutionFailedException.class, e -> {
                        assertThat(e.publicState()).isEqualTo(PublicState.FAILED);
                        assertThat(e.reason()).isEqualTo("no such card");
                    });
            assertThat(attempts(fabric, submitted.id())).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void everyExecutionRunsOnce(String address) {
        Map<ExecutionId, Integer> runs = new ConcurrentHashMap<>();
        try (var fabric = FlowFabric.open(address)) {
            var worker = fabric.worker("orders")
                    .concurrency(16)
                    .on("count", Integer.class, (task, number) -> {
                        runs.merge(task.executionId(), 1, Integer::sum);
                        return number * 2;
                    })
                    .start();
            List<Submitted> all = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                all.add(fabric.submit("orders", "count", i));
            }
            for (int i = 0; i < 200; i++) {
                assertThat(all.get(i).await(Integer.class, LONG)).isEqualTo(2 * i);
            }

            assertThat(runs)
                    .hasSize(200)
                    .allSatisfy((id, count) -> assertThat(count).isOne());
            worker.close();
            assertThat(worker.completed()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void stoppedWorkerLeavesTheRestToTheNext(String address) throws InterruptedException {
        try (var fabric = FlowFabric.open(address)) {
            var started = new CountDownLatch(1);
            var release = new CountDownLatch(1);
            var first = fabric.worker("orders")
                    .concurrency(1)
                    .onAnyKind(task -> {
                        started.countDown();
                        release.await();
                        return Optional.of("first".getBytes(UTF_8));
                    })
                    .start();
            var running = fabric.submission("orders", "work").submit();
            started.await();
            var waiting = fabric.submission("orders", "work").submit();

            first.stopClaiming();
            release.countDown();
            first.stop(LONG);
            assertThat(running.await(String.class, LONG)).isEqualTo("first");

            fabric.worker("orders")
                    .onAnyKind(task -> Optional.of("second".getBytes(UTF_8)))
                    .start();
            assertThat(waiting.await(String.class, LONG)).isEqualTo("second");
        }
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void whatAStoppedWorkerDidNotStartGoesOnElsewhereAtOnce(String address) throws InterruptedException {
        try (var fabric = FlowFabric.open(address)) {
            var holding = new HoldingEngine(fabric.engine());
            var first = FlowFabric.on(holding, FabricOptions.DEFAULT)
                    .worker("orders")
                    .leaseTtl(Duration.ofDays(1))
                    .onAnyKind(task -> Optional.of("first".getBytes(UTF_8)))
                    .start();
            var submitted = fabric.submission("orders", "work").submit();
            holding.claimed.await();
            first.stopClaiming();
            holding.letGo.countDown();
            first.stop(LONG);

            fabric.worker("orders")
                    .onAnyKind(task -> Optional.of("second".getBytes(UTF_8)))
                    .start();
            assertThat(submitted.await(String.class, LONG)).isEqualTo("second");
            assertThat(attempts(fabric, submitted.id()))
                    .as("one attempt that went on")
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void interruptedClaimStillAnswersWhatItLeased(String address) {
        try (var fabric = FlowFabric.open(address)) {
            fabric.submission("orders", "work").submit();
            var request = Samples.settings(LONG, 1, "orders").claim(0, 1, 1, Duration.ofSeconds(10));

            Thread.currentThread().interrupt();
            var outcome = fabric.engine().call(Catalogue.CLAIM, request);
            assertThat(Thread.interrupted()).as("stays interrupted").isTrue();
            assertThat(outcome.claims()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void workOfAVanishedWorkerIsTakenOver(String address) {
        try (var fabric = FlowFabric.open(address)) {
            var submitted = fabric.submission("orders", "work").submit();
            var vanished = Samples.settings(Duration.ofMillis(200), 1, "orders");
            assertThat(fabric.engine()
                            .call(Catalogue.CLAIM, vanished.claim(0, 1, 1, Duration.ZERO))
                            .claims())
                    .hasSize(1);

            fabric.worker("orders")
                    .onAnyKind(task -> Optional.of(new byte[] {(byte) task.attemptIndex()}))
                    .start();

            assertThat(submitted.await(byte[].class, LONG)).containsExactly(1);
            assertThat(attempts(fabric, submitted.id()))
                    .extracting(Attempt::type)
                    .containsExactly(AttemptType.INITIAL, AttemptType.RECLAIM);
        }
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void handlerOutlivesItsLeaseBecauseItIsRenewed(String address) {
        try (var fabric = FlowFabric.open(address)) {
            var ttl = Duration.ofMillis(1500);
            fabric.worker("orders")
                    .leaseTtl(ttl)
                    .on("slow", task -> {
                        var describe = new ExecutionRef(task.executionId());
                        long first = leaseEnd(fabric, describe);
                        while (leaseEnd(fabric, describe) < first + ttl.toMillis()) {
                            task.checkOwned();
                            fabric.engine()
                                    .call(Catalogue.AWAIT_RESULT, new AwaitResultRequest(task.executionId(), 50));
                        }
                        return Optional.of(new byte[] {(byte) task.attemptIndex()});
                    })
                    .start();

            assertThat(fabric.submission("orders", "slow").submit().await(byte[].class, LONG))
                    .containsExactly(0);
        }
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void revokedTaskIsInterruptedAndItsOutcomeDropped(String address) throws InterruptedException {
        try (var fabric = FlowFabric.open(address)) {
            var started = new CountDownLatch(1);
            var owned = new LinkedBlockingQueue<Boolean>();
            fabric.worker("orders")
                    .leaseTtl(Duration.ofDays(1))
                    .onAnyKind(task -> {
                        if (task.attemptIndex() > 0) {
                            return Optional.of("second".getBytes(UTF_8));
                        }
                        started.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException lost) {
                            owned.add(task.isOwned());
                        }
                        return Optional.of("first".getBytes(UTF_8));
                    })
                    .start();
            var submitted = fabric.submission("orders", "work").submit();
            started.await();
            fabric.engine().call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(submitted.id(), "maintenance"));

            assertThat(owned.poll(LONG.toSeconds(), TimeUnit.SECONDS)).isFalse();
            assertThat(submitted.await(String.class, LONG)).isEqualTo("second");
        }
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void delayedTaskGoesOnAsTheSameAttempt(String address) {
        try (var fabric = FlowFabric.open(address)) {
            var delayed = new AtomicBoolean();
            fabric.worker("orders")
                    .onAnyKind(task -> {
                        if (delayed.compareAndSet(false, true)) {
                            task.delay(Duration.ofMillis(50));
                        }
                        return Optional.of(new byte[] {(byte) task.history().size()});
                    })
                    .start();

            assertThat(fabric.submission("orders", "work").submit().await(byte[].class, LONG))
                    .as("attempts")
                    .containsExactly(1);
        }
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void taskKnowsItsDeadline(String address) {
        try (var fabric = FlowFabric.open(address)) {
            fabric.worker("orders")
                    .onAnyKind(task -> Optional.of(task.deadline()
                            .map(Instant::toString)
                            .orElse("none")
                            .getBytes(UTF_8)))
                    .start();
            var deadline = Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.MILLIS);

            assertThat(fabric.submission("orders", "work")
                            .deadline(deadline)
                            .submit()
                            .await(String.class, LONG))
                    .isEqualTo(deadline.toString());
            assertThat(fabric.submission("orders", "work").submit().await(String.class, LONG))
                    .isEqualTo("none");
        }
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void instanceIdBelongsToOneWorkerAtATime(String address) {
        try (var fabric = FlowFabric.open(address)) {
            var first = fabric.worker("orders")
                    .workerInstanceId("i-1")
                    .onAnyKind(task -> Optional.empty())
                    .start();
            var second = fabric.worker("orders").workerInstanceId("i-1").onAnyKind(task -> Optional.empty());

            assertThatThrownBy(second::start)
                    .isInstanceOf(ValidationException.class)
                    .hasMessageContaining("worker_instance_id");
            first.close();
            second.start();
        }
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void repeatedKeyAnswersTheFirstExecution(String address) {
        try (var fabric = FlowFabric.open(address)) {
            var first =
                    fabric.submission("orders", "work").idempotencyKey("o-1").submit();
            var again =
                    fabric.submission("orders", "work").idempotencyKey("o-1").submit();

            assertThat(again.isDuplicate()).isTrue();
            assertThat(again.id()).isEqualTo(first.id());
            assertThatThrownBy(() -> fabric.execution(first.id()).awaitEnd(Duration.ofMillis(1)))
                    .isInstanceOf(AwaitTimeoutException.class);
        }
    }

    private static long leaseEnd(FlowFabric fabric, ExecutionRef ref) {
        return fabric.engine()
                .call(Catalogue.DESCRIBE_EXECUTION, ref)
                .orElseThrow()
                .execution()
                .lease()
                .orElseThrow()
                .expiresAt();
    }

    private static List<Attempt> attempts(FlowFabric fabric, ExecutionId id) {
        return fabric.engine().call(Catalogue.LIST_ATTEMPTS, new ExecutionRef(id));
    }
}
