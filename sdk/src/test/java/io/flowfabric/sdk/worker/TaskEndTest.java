package io.flowfabric.sdk.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.sdk.FakeEngine;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.ManualTicker;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.internal.StopSignal;
import io.flowfabric.sdk.internal.lease.HeldLease;
import io.flowfabric.sdk.payload.PayloadCodec;
import io.flowfabric.sdk.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls of a handler on its task. */
class TaskEndTest {
    private final ManualTicker ticker = new ManualTicker();
    private final FakeEngine engine = new FakeEngine();
    private final WorkerCounters counters = new WorkerCounters();
    private final HeldLease lease = Samples.lease(ticker);
    private final ClaimedTask task = new ClaimedTask(
            engine, lease, new OutcomeReporter(engine, counters, new StopSignal()), PayloadCodec.json());

    @AfterEach
    void forgetInterruption() {
        Thread.interrupted();
    }

    @Test
    void delayCountsOnTheClockOfTheStore() {
        ticker.advance(Duration.ofSeconds(4));
        task.delay(Duration.ofSeconds(10));

        long claimedAt = lease.claim().leaseExpiresAt() - Samples.TTL.toMillis();
        assertThat(engine.calls(Catalogue.DELAY)).singleElement().satisfies(delay -> {
            assertThat(delay.handle()).isEqualTo(lease.claim().handle());
            assertThat(delay.delayUntil()).isEqualTo(claimedAt + 4_000 + 10_000);
        });
    }

    @Test
    void delayUntilAMomentPassesItOn() {
        task.delay(Instant.ofEpochMilli(123_456));

        assertThat(engine.calls(Catalogue.DELAY))
                .singleElement()
                .satisfies(delay -> assertThat(delay.delayUntil()).isEqualTo(123_456));
    }

    @Test
    void failTellsWhenTheNextAttemptMayBegin() {
        engine.answer(Catalogue.FAIL, args -> new FailOutcome.RetryScheduled(5_000, 3));

        assertThat(task.fail("busy", "rate_limited")).contains(Instant.ofEpochMilli(5_000));
        assertThat(engine.calls(Catalogue.FAIL)).singleElement().satisfies(fail -> {
            assertThat(fail.message()).isEqualTo("busy");
            assertThat(fail.category()).contains("rate_limited");
        });
        assertThat(counters.retried.sum()).isOne();
    }

    @Test
    void failForGoodTellsNoMoment() {
        assertThat(task.fail("no such card", "permanent")).isEmpty();
    }

    @Test
    void cancelSaysWhy() {
        task.cancel("the order is gone");

        assertThat(engine.calls(Catalogue.CANCEL))
                .singleElement()
                .satisfies(cancel -> assertThat(cancel.reason()).isEqualTo("the order is gone"));
    }

    static Stream<Named<Consumer<Task>>> ends() {
        return Stream.of(
                Named.of("delayed", task -> task.delay(Duration.ZERO)),
                Named.of("failed", task -> task.fail("why", "permanent")),
                Named.of("cancelled", task -> task.cancel("why")));
    }

    @ParameterizedTest
    @MethodSource("ends")
    void nothingCanBeDoneAfterTheEnd(Consumer<Task> end) {
        lease.enterHandler();
        end.accept(task);

        Stream.<Consumer<Task>>of(
                        again -> again.delay(Duration.ZERO),
                        again -> again.fail("again", "permanent"),
                        again -> again.cancel("again"),
                        again -> again.progress(1, "again"),
                        Task::renew,
                        Task::checkOwned)
                .forEach(refused -> assertThatThrownBy(() -> refused.accept(task))
                        .isInstanceOfSatisfying(EngineException.class, e -> {
                            assertThat(e.code()).isEqualTo(ErrorCode.EXECUTION_NOT_ACTIVE);
                            assertThat(e.getMessage())
                                    .contains(lease.claim().executionId().toString(), "return from the handler");
                        }));
        assertThat(task.isOwned()).isFalse();
        assertThat(lease.isDue()).isFalse();
        assertThat(Thread.currentThread().isInterrupted())
                .as("the handler is not interrupted when the engine has agreed")
                .isFalse();
    }

    @Test
    void endThatWasRefusedLeavesTheTaskAsItWas() {
        engine.answer(Catalogue.CANCEL, args -> {
            throw Samples.error(ErrorCode.INVALID_INPUT);
        });

        assertThatThrownBy(() -> task.cancel("why")).isInstanceOf(EngineException.class);
        assertThat(task.isOwned()).isTrue();
        task.progress(50, "goes on");
    }

    @Test
    void endIsRepeatedWhenItsAnswerIsLost() {
        var calls = new AtomicInteger();
        engine.answer(Catalogue.CANCEL, args -> {
            if (calls.getAndIncrement() == 0) {
                throw Samples.error(ErrorCode.TRANSPORT);
            }
            return Ok.OK;
        });

        task.cancel("why");
        assertThat(calls).hasValue(2);
    }

    @Test
    void renewCountsFromTheMomentItWasSent() {
        ticker.advance(Duration.ofSeconds(20));
        task.renew();
        ticker.advance(Duration.ofSeconds(29));

        assertThat(task.isOwned()).isTrue();
    }

    @Test
    void renewThatIsRefusedForGoodEndsTheOwnership() {
        engine.answer(Catalogue.RENEW, args -> {
            throw Samples.error(ErrorCode.STALE_LEASE);
        });

        assertThatThrownBy(task::renew).isInstanceOf(EngineException.class);
        assertThat(task.isOwned()).isFalse();
        assertThat(task.isLeaseHealthy()).isFalse();
    }

    @Test
    void leaseIsUnhealthyAfterThreeRenewalsWithoutAnAnswer() {
        for (int i = 0; i < 3; i++) {
            assertThat(task.isLeaseHealthy()).isTrue();
            lease.renewalFailed(ticker.getAsLong());
        }

        assertThat(task.consecutiveRenewalFailures()).isEqualTo(3);
        assertThat(task.isLeaseHealthy()).isFalse();
        lease.renewed(ticker.getAsLong());
        assertThat(task.isLeaseHealthy()).isTrue();
    }

    @Test
    void whatTheHandlerReturnsAfterTheEndIsIgnored() throws InterruptedException {
        try (var fabric = FlowFabric.on(engine, FabricOptions.DEFAULT)) {
            fabric.worker("orders")
                    .on("charge", ended -> {
                        ended.cancel("why");
                        return Optional.of(new byte[] {1});
                    })
                    .on("refund", ended -> {
                        ended.delay(Duration.ofHours(1));
                        throw new IllegalStateException("too late to fail");
                    })
                    .start();
            engine.offer(Samples.claim("charge"), Samples.claim("refund"));
            engine.awaitCall(Catalogue.CANCEL);
            engine.awaitCall(Catalogue.DELAY);
        }
        assertThat(engine.calls(Catalogue.COMPLETE)).isEmpty();
        assertThat(engine.calls(Catalogue.FAIL)).isEmpty();
    }
}
