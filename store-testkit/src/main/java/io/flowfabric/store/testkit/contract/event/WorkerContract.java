package io.flowfabric.store.testkit.contract.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.kind.WorkerEventKind;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.worker.HeartbeatWorker;
import io.flowfabric.model.op.worker.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.worker.ListWorkers;
import io.flowfabric.model.op.worker.MarkWorkerDead;
import io.flowfabric.model.op.worker.MarkWorkerDeadOutcome;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.op.worker.RegisterWorkerOutcome;
import io.flowfabric.model.op.worker.WorkerEntry;
import io.flowfabric.model.op.worker.WorkerPage;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** 02 §13 on a store: which worker counts as live, and what a registration sets free. */
@Covers({"register_worker", "heartbeat_worker", "mark_worker_dead", "list_workers", "sweep_workers"})
public abstract class WorkerContract extends ContractSuite {
    private static final Namespace BANK = new Namespace("bank");
    private static final long LIVENESS_MS = 5000;
    private static final HeartbeatWorkerOutcome NOT_REGISTERED = new HeartbeatWorkerOutcome.NotRegistered();

    @Test
    public void repeatedRegistrationRenewsTheOfferAndKeepsTheFirstTime() {
        assertThat(register(SHOP, "pool", "w-1")).isEqualTo(new RegisterWorkerOutcome.Registered());
        advance(100);
        var again = new RegisterWorker(
                new WorkerId("pool"),
                new WorkerInstanceId("w-1"),
                SHOP,
                List.of(new LaneId("side"), LANE),
                CapabilitySet.ofWorker(List.of("gpu")),
                9000);

        assertThat(engine.call(Catalogue.REGISTER_WORKER, again)).isEqualTo(new RegisterWorkerOutcome.Refreshed());
        assertThat(list(Optional.of(SHOP), Optional.empty(), 10).entries())
                .containsExactly(new WorkerEntry(
                        new WorkerId("pool"),
                        new WorkerInstanceId("w-1"),
                        SHOP,
                        List.of(LANE, new LaneId("side")),
                        List.of("gpu"),
                        START + 100,
                        9000,
                        START));
    }

    @Test
    public void liveInstanceCannotBeReassignedAndAnExpiredOneCan() {
        register(SHOP, "pool", "w-1");

        assertThatThrownBy(() -> register(SHOP, "other", "w-1"))
                .isInstanceOfSatisfying(EngineException.class, refused -> {
                    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
                    assertThat(refused.detail()).isEqualTo("instance_id reassigned");
                    assertThat(refused.details()).containsKey("live_worker_id");
                });
        assertThat(instances(Optional.of(SHOP))).containsExactly("w-1");

        advance(LIVENESS_MS);
        assertThat(register(SHOP, "other", "w-1")).isEqualTo(new RegisterWorkerOutcome.Registered());
        assertThat(list(Optional.of(SHOP), Optional.empty(), 1).entries().get(0).registeredAtMs())
                .isEqualTo(START + LIVENESS_MS);
    }

    @Test
    public void offerWithoutLaneOrTimeIsRefused() {
        assertRefused(ErrorCode.INVALID_INPUT, () -> register(List.of(), CapabilitySet.EMPTY, LIVENESS_MS));
        assertRefused(ErrorCode.INVALID_INPUT, () -> register(List.of(LANE), CapabilitySet.EMPTY, 0));
    }

    @Test
    public void heartbeatExtendsALiveWorkerAndRevivesNone() {
        register(SHOP, "pool", "w-1");
        advance(LIVENESS_MS - 1);

        assertThat(heartbeat("w-1")).isEqualTo(new HeartbeatWorkerOutcome.Refreshed(START + 9999));
        advance(LIVENESS_MS);
        assertThat(heartbeat("w-1")).isEqualTo(NOT_REGISTERED);
        assertThat(heartbeat("unknown")).isEqualTo(NOT_REGISTERED);
        assertThat(kinds()).containsExactly(WorkerEventKind.REGISTERED, WorkerEventKind.HEARTBEAT);
    }

    @Test
    public void clockThatStepsBackDoesNotAgeAWorker() {
        register(SHOP, "pool", "w-1");
        advance(-1000);

        assertThat(heartbeat("w-1")).isEqualTo(new HeartbeatWorkerOutcome.Refreshed(START + LIVENESS_MS));
    }

    @Test
    public void deadWorkerIsGoneWithItsReasonOnRecord() {
        register(SHOP, "pool", "w-1");

        assertThat(markDead("w-1", "killed by hand")).isEqualTo(new MarkWorkerDeadOutcome.Marked());
        assertThat(markDead("w-1", "")).isEqualTo(new MarkWorkerDeadOutcome.NotRegistered());
        assertThat(heartbeat("w-1")).isEqualTo(NOT_REGISTERED);
        assertThat(events())
                .last()
                .isEqualTo(new WorkerEvent(
                        new WorkerKey(SHOP, new WorkerInstanceId("w-1")),
                        WorkerEventKind.MARKED_DEAD,
                        Optional.of("killed by hand"),
                        START));
    }

    @Test
    public void sameInstanceInTwoNamespacesIsTwoWorkers() {
        register(SHOP, "pool", "w-1");
        assertThat(register(BANK, "other", "w-1")).isEqualTo(new RegisterWorkerOutcome.Registered());
        advance(1000);
        heartbeat("w-1");

        assertThat(list(Optional.of(BANK), Optional.empty(), 5).entries())
                .singleElement()
                .satisfies(entry -> assertThat(entry.lastHeartbeatMs()).isEqualTo(START));
        markDead("w-1", "");
        assertThat(instances(Optional.of(SHOP))).isEmpty();
        assertThat(instances(Optional.of(BANK))).containsExactly("w-1");
    }

    @Test
    public void longOrUnreadableReasonIsRefusedAndTheWorkerStays() {
        register(SHOP, "pool", "w-1");

        assertRefused(ErrorCode.INVALID_INPUT, () -> markDead("w-1", "x".repeat(257)));
        assertRefused(ErrorCode.INVALID_INPUT, () -> markDead("w-1", "é".repeat(129)));
        assertRefused(ErrorCode.INVALID_INPUT, () -> markDead("w-1", "two\nlines"));
        assertThat(instances(Optional.of(SHOP))).containsExactly("w-1");

        assertThat(markDead("w-1", "x".repeat(256))).isEqualTo(new MarkWorkerDeadOutcome.Marked());
    }

    @Test
    public void expiredWorkerIsSweptOnceAndNotAtTheVeryEnd() {
        register(SHOP, "pool", "w-1");
        register(BANK, "pool", "w-1");
        advance(LIVENESS_MS);

        assertThat(sweep()).isZero();
        assertThat(instances(Optional.empty())).isEmpty();

        advance(1);
        assertThat(sweep()).isEqualTo(2);
        assertThat(sweep()).isZero();
        assertThat(kinds())
                .containsExactly(
                        WorkerEventKind.REGISTERED,
                        WorkerEventKind.REGISTERED,
                        WorkerEventKind.TTL_SWEPT,
                        WorkerEventKind.TTL_SWEPT);
    }

    @Test
    public void sameEventInTheSameMillisecondIsToldOnce() {
        register(SHOP, "pool", "w-1");
        register(SHOP, "pool", "w-1");
        heartbeat("w-1");
        heartbeat("w-1");

        assertThat(kinds()).containsExactly(WorkerEventKind.REGISTERED, WorkerEventKind.HEARTBEAT);
    }

    @Test
    public void pagesCrossNamespacesInOrderAndVisitEachWorkerOnce() {
        for (String instance : List.of("w-2", "w-1", "w-3")) {
            register(SHOP, "pool", instance);
            register(BANK, "pool", instance);
        }

        var seen = new ArrayList<WorkerKey>();
        var page = list(Optional.empty(), Optional.empty(), 2);
        page.entries().forEach(entry -> seen.add(key(entry)));
        while (page.cursor().isPresent()) {
            assertThat(page.cursor()).contains(seen.get(seen.size() - 1));
            page = list(Optional.empty(), page.cursor(), 2);
            page.entries().forEach(entry -> seen.add(key(entry)));
        }

        assertThat(seen)
                .containsExactly(
                        key(BANK, "w-1"),
                        key(BANK, "w-2"),
                        key(BANK, "w-3"),
                        key(SHOP, "w-1"),
                        key(SHOP, "w-2"),
                        key(SHOP, "w-3"));
        assertThat(instances(Optional.of(SHOP))).containsExactly("w-1", "w-2", "w-3");
        assertThat(list(Optional.of(SHOP), Optional.of(key(SHOP, "w-2")), 5).entries())
                .singleElement()
                .satisfies(entry -> assertThat(key(entry)).isEqualTo(key(SHOP, "w-3")));
        assertThat(list(Optional.empty(), Optional.empty(), 0)).isEqualTo(WorkerPage.EMPTY);
    }

    private RegisterWorkerOutcome register(Namespace namespace, String worker, String instance) {
        return engine.call(
                Catalogue.REGISTER_WORKER,
                new RegisterWorker(
                        new WorkerId(worker),
                        new WorkerInstanceId(instance),
                        namespace,
                        List.of(LANE),
                        CapabilitySet.EMPTY,
                        LIVENESS_MS));
    }

    private RegisterWorkerOutcome register(List<LaneId> lanes, CapabilitySet capabilities, long livenessTtlMs) {
        return engine.call(
                Catalogue.REGISTER_WORKER,
                new RegisterWorker(
                        new WorkerId("pool"), new WorkerInstanceId("w-1"), SHOP, lanes, capabilities, livenessTtlMs));
    }

    private HeartbeatWorkerOutcome heartbeat(String instance) {
        return engine.call(Catalogue.HEARTBEAT_WORKER, new HeartbeatWorker(new WorkerInstanceId(instance), SHOP));
    }

    private MarkWorkerDeadOutcome markDead(String instance, String reason) {
        return engine.call(
                Catalogue.MARK_WORKER_DEAD, new MarkWorkerDead(new WorkerInstanceId(instance), SHOP, reason));
    }

    private int sweep() {
        return engine.call(Catalogue.SWEEP_WORKERS, NoArguments.NONE);
    }

    private WorkerPage list(Optional<Namespace> namespace, Optional<WorkerKey> after, int limit) {
        return engine.call(Catalogue.LIST_WORKERS, new ListWorkers(namespace, after, limit));
    }

    private List<String> instances(Optional<Namespace> namespace) {
        return list(namespace, Optional.empty(), 1000).entries().stream()
                .map(entry -> entry.workerInstanceId().value())
                .toList();
    }

    private List<WorkerEventKind> kinds() {
        return events().stream().map(event -> ((WorkerEvent) event).kind()).toList();
    }

    private static WorkerKey key(WorkerEntry entry) {
        return new WorkerKey(entry.namespace(), entry.workerInstanceId());
    }

    private static WorkerKey key(Namespace namespace, String instance) {
        return new WorkerKey(namespace, new WorkerInstanceId(instance));
    }
}
