package io.flowfabric.sdk.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.worker.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.op.worker.RegisterWorkerOutcome;
import io.flowfabric.model.op.worker.WorkerEntry;
import io.flowfabric.model.op.worker.WorkerPage;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.sdk.FakeEngine;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RegistrationTest {
    private final FakeEngine engine = new FakeEngine();
    private final FlowFabric fabric = FlowFabric.on(engine, FabricOptions.DEFAULT.withNamespace("acme"));

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void workerRegistersWithWhatItOffers() throws InterruptedException {
        worker().capabilities("gpu").start();

        assertThat(engine.awaitCall(Catalogue.REGISTER_WORKER)).satisfies(entry -> {
            assertThat(entry.workerId().value()).isEqualTo("pool");
            assertThat(entry.workerInstanceId().value()).isEqualTo("i-1");
            assertThat(entry.namespace().value()).isEqualTo("acme");
            assertThat(entry.lanes()).containsExactly(Samples.LANE);
            assertThat(entry.capabilities().csv()).isEqualTo("gpu");
            assertThat(entry.livenessTtlMs()).as("three leases").isEqualTo(90_000);
        });
    }

    @Test
    void itCountsAsAliveForASecondAtLeast() throws InterruptedException {
        worker().leaseTtl(Duration.ofMillis(100)).start();

        assertThat(engine.awaitCall(Catalogue.REGISTER_WORKER).livenessTtlMs()).isEqualTo(1000);
    }

    /** The registry accepts no more, though leases may last longer. */
    @Test
    void itCountsAsAliveForAWeekAtMost() throws InterruptedException {
        worker().leaseTtl(Duration.ofDays(40)).start();

        assertThat(engine.awaitCall(Catalogue.REGISTER_WORKER).livenessTtlMs()).isEqualTo(Limits.LIVENESS_MS);
    }

    @Test
    void heartbeatsWhileItRunsAndStrikesItselfOffAtTheEnd() throws InterruptedException {
        var worker = worker().leaseTtl(Duration.ofMillis(100)).start();

        for (int i = 0; i < 2; i++) {
            assertThat(engine.awaitCall(Catalogue.HEARTBEAT_WORKER)
                            .workerInstanceId()
                            .value())
                    .isEqualTo("i-1");
        }
        assertThat(engine.calls(Catalogue.MARK_WORKER_DEAD)).isEmpty();
        worker.close();
        assertThat(engine.calls(Catalogue.MARK_WORKER_DEAD)).singleElement().satisfies(entry -> {
            assertThat(entry.workerInstanceId().value()).isEqualTo("i-1");
            assertThat(entry.namespace().value()).isEqualTo("acme");
        });
    }

    @Test
    void idOfALiveWorkerIsRefusedAndItsEntryLeftAlone() {
        engine.answer(Catalogue.LIST_WORKERS, args -> page("i-0", "i-1", "i-2"));

        assertRefused();
        assertThat(engine.calls(Catalogue.REGISTER_WORKER)).isEmpty();
        assertThat(engine.calls(Catalogue.HEARTBEAT_WORKER)).isEmpty();
    }

    @Test
    void liveWorkerIsFoundBehindManyOthers() {
        engine.answer(
                Catalogue.LIST_WORKERS,
                args -> args.after().filter(key("i-0")::equals).isPresent()
                        ? page("i-1")
                        : new WorkerPage(page("i-0").entries(), Optional.of(key("i-0"))));

        assertRefused();
    }

    @Test
    void othersAreNoConcernOfAWorkerUnlessTheyHaveItsId() {
        engine.answer(Catalogue.LIST_WORKERS, args -> page("i-0", "i-10", "i-11"));

        worker().start();

        assertThat(engine.calls(Catalogue.LIST_WORKERS)).singleElement().satisfies(asked -> {
            assertThat(asked.namespace()).contains(new Namespace("acme"));
            assertThat(asked.after()).as("just before its id").contains(key("i-"));
        });
        assertThat(engine.calls(Catalogue.REGISTER_WORKER)).hasSize(1);
    }

    /** A remote engine repeats the call, and the server finds the entry of the first one. */
    @Test
    void registrationWhoseAnswerWasLostIsTheWorkersOwn() throws InterruptedException {
        engine.answer(Catalogue.REGISTER_WORKER, args -> new RegisterWorkerOutcome.Refreshed());

        worker().start();

        engine.awaitCall(Catalogue.CLAIM);
    }

    @Test
    void idOfALiveWorkerOfAnotherPoolIsRefused() {
        engine.answer(Catalogue.REGISTER_WORKER, args -> {
            throw EngineError.of(ErrorCode.INVALID_INPUT, "in whatever words", "")
                    .with("live_worker_id", "other-pool")
                    .toException();
        });

        assertRefused();
    }

    /** The entry of a start that failed half-way does not count as another worker. */
    @Test
    void everyStartMintsAnIdOfItsOwn() {
        var builder = fabric.worker("orders").onAnyKind(task -> Optional.empty());
        builder.start();
        builder.start();

        assertThat(engine.calls(Catalogue.REGISTER_WORKER))
                .extracting(RegisterWorker::workerInstanceId)
                .doesNotHaveDuplicates()
                .hasSize(2);
    }

    @Test
    void expiredEntryIsMadeAgain() throws InterruptedException {
        engine.answer(Catalogue.HEARTBEAT_WORKER, args -> new HeartbeatWorkerOutcome.NotRegistered());
        worker().leaseTtl(Duration.ofMillis(100)).start();

        var first = engine.awaitCall(Catalogue.REGISTER_WORKER);
        assertThat(engine.awaitCall(Catalogue.REGISTER_WORKER)).isEqualTo(first);
    }

    @Test
    void registryThatCannotBeReachedDoesNotStopTheWork() throws InterruptedException {
        engine.answer(Catalogue.HEARTBEAT_WORKER, args -> {
            throw Samples.error(ErrorCode.TRANSPORT);
        });
        worker().leaseTtl(Duration.ofMillis(100)).start();

        engine.awaitCall(Catalogue.HEARTBEAT_WORKER);
        engine.awaitCall(Catalogue.HEARTBEAT_WORKER);
        engine.offer(Samples.claim("charge"));
        engine.awaitCall(Catalogue.COMPLETE);
    }

    private void assertRefused() {
        assertThatThrownBy(() -> worker().start()).isInstanceOfSatisfying(ValidationException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(e.getMessage()).contains("worker_instance_id: i-1", "acme");
        });
        assertThat(engine.calls(Catalogue.CLAIM)).isEmpty();
    }

    private static WorkerPage page(String... instances) {
        var entries = Stream.of(instances)
                .map(instance -> new WorkerEntry(
                        new WorkerId("pool"),
                        new WorkerInstanceId(instance),
                        new Namespace("acme"),
                        List.of(Samples.LANE),
                        List.of(),
                        0,
                        60_000,
                        0))
                .toList();
        return new WorkerPage(entries, Optional.empty());
    }

    private static WorkerKey key(String instance) {
        return new WorkerKey(new Namespace("acme"), new WorkerInstanceId(instance));
    }

    private WorkerBuilder worker() {
        return fabric.worker("orders").workerId("pool").workerInstanceId("i-1").onAnyKind(task -> Optional.empty());
    }
}
