package io.flowfabric.engine.store.wakeup;

import static io.flowfabric.engine.rules.Given.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.kind.WorkerEventKind;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.Grant;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WakeUpsTest {
    private static final WorkerKey WORKER = new WorkerKey(new Namespace("shop"), new WorkerInstanceId("w-1"));

    @Test
    void workerThatLivesForLongWakesNoOtherProcess() {
        assertThat(WakeUps.wakesOthers(List.of(stored(60_000)))).isFalse();
    }

    @Test
    void workerThatMayBeDeadBeforeTheNextQueryWakesOtherProcesses() {
        assertThat(WakeUps.wakesOthers(List.of(stored(59_999)))).isTrue();
    }

    @Test
    void anythingElseWakesOthersThoughWorkersAreAmongIt() {
        var removed = new Change.WorkerRemoved(WORKER);

        assertThat(WakeUps.wakesOthers(List.of(stored(60_000), removed))).isTrue();
    }

    @Test
    void grantSetsADueTimeRightAfterItsEnd() {
        var grant = new Grant(
                "key",
                ExecutionId.solo(new LaneId("main"), PartitionConfig.DEFAULT),
                GrantKind.CLAIM,
                new WorkerId("w"),
                WORKER.workerInstanceId(),
                T0,
                T0 + 5);

        assertThat(WakeUps.of(List.of(new Change.GrantIssued(grant)))).isEqualTo(WakeUps.ofDueTime(T0 + 6));
    }

    @ParameterizedTest
    @EnumSource
    void ofTheEventsOfWorkersOnlyHeartbeatsWakeNoOtherProcess(WorkerEventKind kind) {
        assertThat(WakeUps.wakesOthersByEvents(List.of(event(kind)))).isEqualTo(kind != WorkerEventKind.HEARTBEAT);
        assertThat(WakeUps.wakesOthersByEvents(List.of(event(WorkerEventKind.HEARTBEAT), event(kind))))
                .isEqualTo(kind != WorkerEventKind.HEARTBEAT);
    }

    private static Change stored(long livenessTtlMs) {
        var offer = WorkerOffer.of(List.of(new LaneId("main")), CapabilitySet.EMPTY, livenessTtlMs);
        return new Change.WorkerStored(new RegisteredWorker(WORKER, new WorkerId("w"), offer, T0, T0));
    }

    private static Event event(WorkerEventKind kind) {
        return new WorkerEvent(WORKER, kind, Optional.empty(), T0);
    }
}
