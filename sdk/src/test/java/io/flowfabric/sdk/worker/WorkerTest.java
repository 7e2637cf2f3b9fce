package io.flowfabric.sdk.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.sdk.FakeEngine;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.payload.PayloadCodec;
import io.flowfabric.sdk.task.PermanentFailure;
import io.flowfabric.sdk.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkerTest {
    record Charge(String order) {}

    private final FakeEngine engine = new FakeEngine();
    private final FlowFabric fabric = FlowFabric.on(engine, FabricOptions.DEFAULT);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void close() {
        release.countDown();
        fabric.close();
        Thread.setDefaultUncaughtExceptionHandler(null);
    }

    @Test
    void handlerGetsItsPayloadAndItsResultCompletes() throws InterruptedException {
        worker().on("charge", Charge.class, (task, charge) -> charge.order() + "!")
                .start();
        engine.offer(Samples.claim("charge", "{\"order\":\"o-1\"}"));

        assertThat(engine.awaitCall(Catalogue.COMPLETE).result())
                .contains(PayloadCodec.json().encode("o-1!"));
    }

    @Test
    void handlerWithoutAResultCompletesWithoutOne() throws InterruptedException {
        worker().on("charge", Charge.class, (task, charge) -> null).start();
        engine.offer(Samples.claim("charge"));

        assertThat(engine.awaitCall(Catalogue.COMPLETE).result()).isEmpty();
    }

    @Test
    void taskShowsItsClaim() throws InterruptedException {
        var claim = Samples.claim("charge", "{\"order\":\"o-1\"}");
        var seen = new SynchronousQueue<Task>();
        worker().on("charge", task -> {
                    seen.put(task);
                    release.await();
                    return Optional.empty();
                })
                .start();
        engine.offer(claim);

        var task = seen.poll(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertThat(task).isNotNull().satisfies(shown -> {
            assertThat(shown.executionId()).isEqualTo(claim.executionId());
            assertThat(shown.kind()).isEqualTo("charge");
            assertThat(shown.lane()).isEqualTo(claim.laneId());
            assertThat(shown.attemptIndex()).isEqualTo(2);
            assertThat(shown.attemptId()).isEqualTo(claim.attemptId());
            assertThat(shown.leaseEpoch()).isEqualTo(7);
            assertThat(shown.tags()).isEqualTo(claim.tags());
            assertThat(Payload.of(shown.payload()).bytes())
                    .isEqualTo(claim.input().bytes());
            assertThat(shown.payload(Charge.class)).isEqualTo(new Charge("o-1"));
            assertThat(shown.isOwned()).isTrue();
        });
        task.progress(40, "halfway");
        assertThat(engine.awaitCall(Catalogue.PROGRESS).message()).contains("halfway");
    }

    @Test
    void kindWithoutAHandlerFails() throws InterruptedException {
        worker().on("charge", task -> Optional.empty()).start();
        engine.offer(Samples.claim("refund"));

        assertFailure("runtime_no_handler", "\"refund\"");
    }

    @Test
    void handlerOfAnyKindTakesWhatHasNoneOfItsOwn() throws InterruptedException {
        worker().on("charge", task -> Optional.of(new byte[] {1}))
                .onAnyKind(task -> Optional.of(new byte[] {2}))
                .start();
        engine.offer(Samples.claim("refund"));

        assertThat(engine.awaitCall(Catalogue.COMPLETE).result()).contains(Payload.of(new byte[] {2}));
    }

    @Test
    void undecodablePayloadFailsWithoutReachingTheHandler() throws InterruptedException {
        var reached = new AtomicInteger();
        worker().on("charge", Charge.class, (task, charge) -> reached.incrementAndGet())
                .start();
        engine.offer(Samples.claim("charge", "{\"order\":[]}"));

        assertFailure("extractor_payload_decode", Charge.class.getName());
        assertThat(reached).hasValue(0);
    }

    @Test
    void handlerErrorFails() throws InterruptedException {
        worker().on("charge", task -> {
                    throw new IllegalStateException("no stock", new IllegalArgumentException("o-1"));
                })
                .start();
        engine.offer(Samples.claim("charge"));

        assertFailure("handler_error", "no stock: o-1");
    }

    @Test
    void failureIsTranslatedBeforeItIsStored() throws InterruptedException {
        worker().failures(e -> e instanceof IllegalStateException ? new PermanentFailure("no stock at all", e) : e)
                .on("charge", task -> {
                    throw new IllegalStateException("no stock");
                })
                .start();
        engine.offer(Samples.claim("charge"));

        assertFailure("permanent", "no stock at all: no stock");
    }

    @Test
    void translationThatFailsLeavesTheFailureAsItIs() throws InterruptedException {
        worker().failures(e -> {
                    throw new IllegalArgumentException("cannot translate");
                })
                .on("charge", task -> {
                    throw new IllegalStateException("no stock");
                })
                .start();
        engine.offer(Samples.claim("charge"));

        assertFailure("handler_error", "no stock");
    }

    @Test
    void resultThatCannotBeWrittenFails() throws InterruptedException {
        worker().on("charge", Charge.class, (task, charge) -> new Object()).start();
        engine.offer(Samples.claim("charge"));

        assertFailure("handler_error", "java.lang.Object");
    }

    @Test
    void fatalErrorIsRethrownUnreportedAndItsSlotIsFree() throws InterruptedException {
        var uncaught = new LinkedBlockingQueue<Throwable>();
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> uncaught.add(error));
        worker().concurrency(1)
                .on("bad", task -> {
                    throw new OutOfMemoryError("simulated");
                })
                .on("good", task -> Optional.empty())
                .start();
        var good = Samples.claim("good");
        engine.offer(Samples.claim("bad"), good);

        assertThat(engine.awaitCall(Catalogue.COMPLETE).handle()).isEqualTo(good.handle());
        assertThat(engine.calls(Catalogue.FAIL)).isEmpty();
        assertThat(uncaught.poll(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS)).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void neverMoreHandlersThanSlots() throws InterruptedException {
        var entered = new CountDownLatch(3);
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var worker = worker().concurrency(3)
                .onAnyKind(task -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    entered.countDown();
                    release.await();
                    running.decrementAndGet();
                    return Optional.empty();
                })
                .start();
        for (int i = 0; i < 12; i++) {
            engine.offer(Samples.claim("charge"));
        }
        entered.await();
        assertThat(worker.running()).isEqualTo(3);
        assertThat(engine.calls(Catalogue.CLAIM))
                .extracting(ClaimRequest::limit)
                .first()
                .isEqualTo(3);

        release.countDown();
        for (int i = 0; i < 12; i++) {
            engine.awaitCall(Catalogue.COMPLETE);
        }
        assertThat(most).hasValue(3);
    }

    @Test
    void resultsThatComeTogetherAreStoredTogether() throws InterruptedException {
        var stored = new CountDownLatch(12);
        engine.answer(Catalogue.COMPLETE, args -> {
            stored.countDown();
            awaitRelease();
            return Ok.OK;
        });
        for (int i = 0; i < 12; i++) {
            engine.offer(Samples.claim("charge"));
        }
        var worker = worker().concurrency(3).onAnyKind(task -> Optional.empty()).start();
        var batches = new ArrayList<CompleteBatch>();
        batches.add(engine.awaitCall(Catalogue.COMPLETE_BATCH));
        while (worker.running() > 0 || engine.hasWork()) {
            Thread.onSpinWait();
        }
        release.countDown();
        stored.await();
        batches.addAll(engine.calls(Catalogue.COMPLETE_BATCH));
        assertThat(batches).anyMatch(batch -> batch.items().size() > 1);
    }

    @Test
    void slotIsFreeWhileAnOutcomeIsBeingStored() throws InterruptedException {
        engine.answer(Catalogue.COMPLETE, args -> {
            awaitRelease();
            return Ok.OK;
        });
        var started = new CountDownLatch(2);
        worker().concurrency(1)
                .onAnyKind(task -> {
                    started.countDown();
                    return Optional.empty();
                })
                .start();
        engine.offer(Samples.claim("first"), Samples.claim("second"));

        assertThat(started.await(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void failingClaimsDoNotEndTheWorker() throws InterruptedException {
        var failures = new AtomicInteger(3);
        var left = new AtomicInteger(1);
        engine.answer(Catalogue.CLAIM, args -> {
            int failure = failures.getAndDecrement();
            if (failure > 2) {
                throw new IllegalStateException("not even an engine error");
            }
            if (failure > 0) {
                throw Samples.error(ErrorCode.TRANSPORT);
            }
            return ClaimOutcome.atOnce(left.getAndDecrement() > 0 ? List.of(Samples.claim("charge")) : List.of());
        });
        worker().onAnyKind(task -> Optional.empty()).start();

        engine.awaitCall(Catalogue.COMPLETE);
    }

    @Test
    void lostLeaseInterruptsTheHandlerAndDropsItsOutcome() throws InterruptedException {
        engine.answer(Catalogue.RENEW, args -> {
            throw Samples.error(ErrorCode.LEASE_REVOKED);
        });
        var owned = new SynchronousQueue<Boolean>();
        var worker = worker().leaseTtl(Duration.ofSeconds(3))
                .onAnyKind(task -> {
                    try {
                        release.await();
                    } catch (InterruptedException lost) {
                        owned.put(task.isOwned());
                    }
                    return Optional.empty();
                })
                .start();
        engine.offer(Samples.claim("charge"));

        assertThat(owned.poll(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS)).isFalse();
        worker.close();
        assertThat(engine.calls(Catalogue.COMPLETE)).isEmpty();
        assertThat(engine.calls(Catalogue.FAIL)).isEmpty();
    }

    @Test
    void reportsWithoutAnswersDoNotKeepRenewalsWaiting() throws InterruptedException {
        engine.answer(Catalogue.COMPLETE, args -> {
            if (release.getCount() > 0) {
                throw Samples.error(ErrorCode.TRANSPORT);
            }
            return Ok.OK;
        });
        var seen = new SynchronousQueue<Task>();
        worker().leaseTtl(Duration.ofSeconds(3))
                .on("long", task -> {
                    seen.put(task);
                    release.await();
                    return Optional.empty();
                })
                .on("short", task -> Optional.empty())
                .start();
        for (int i = 0; i < 12; i++) {
            engine.offer(Samples.claim("short"));
        }
        engine.offer(Samples.claim("long"));
        var task = seen.poll(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        for (int i = 0; i < 5; i++) {
            engine.awaitCall(Catalogue.RENEW_BATCH);
        }

        assertThat(task).isNotNull();
        assertThat(task.isOwned()).isTrue();
    }

    private WorkerBuilder worker() {
        return fabric.worker("orders");
    }

    private void assertFailure(String category, String message) throws InterruptedException {
        assertThat(engine.awaitCall(Catalogue.FAIL)).satisfies(fail -> {
            assertThat(fail.category()).contains(category);
            assertThat(fail.message()).contains(message);
        });
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
