package io.flowfabric.engine.rules.claim;

import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.kind.WorkerEventKind;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.worker.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.worker.MarkWorkerDeadOutcome;
import io.flowfabric.model.op.worker.RegisterWorkerOutcome;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 02 §13 — which workers count as live. */
class WorkerRulesTest {
    private static final WorkerKey KEY = new WorkerKey(new Namespace("tests"), new WorkerInstanceId("w1-a"));
    private static final WorkerId POOL = new WorkerId("w1");
    private static final WorkerOffer OFFER = WorkerOffer.of(List.of(new LaneId("main")), CapabilitySet.EMPTY, 5_000);
    private static final WorkerOffer OTHER = WorkerOffer.of(List.of(new LaneId("side")), CapabilitySet.EMPTY, 7_000);

    /** Registered at 1, last heartbeat at 1000: alive until 6000. */
    private static final RegisteredWorker WORKER = new RegisteredWorker(KEY, POOL, OFFER, 1, 1_000);

    private static final long END = 6_000;

    @Test
    void atItsVeryEndAWorkerIsNeitherAliveNorExpired() {
        assertThat(WorkerRules.isAlive(WORKER, END - 1)).isTrue();
        assertThat(WorkerRules.isExpired(WORKER, END - 1)).isFalse();
        assertThat(WorkerRules.isAlive(WORKER, END)).isFalse();
        assertThat(WorkerRules.isExpired(WORKER, END)).isFalse();
        assertThat(WorkerRules.isAlive(WORKER, END + 1)).isFalse();
        assertThat(WorkerRules.isExpired(WORKER, END + 1)).isTrue();
    }

    @Test
    void aLiveWorkerThatRegistersAgainIsRefreshedAndKeepsWhenItWasRegistered() {
        var decision = WorkerRules.register(Optional.of(WORKER), KEY, POOL, OTHER, END - 1);

        assertThat(result(decision)).isEqualTo(new RegisterWorkerOutcome.Refreshed());
        stores(decision, new RegisteredWorker(KEY, POOL, OTHER, 1, END - 1), WorkerEventKind.REGISTERED, END - 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {END, END + 1})
    void anExpiredWorkerRegistersAnewUnderAnyPool(long now) {
        var other = new WorkerId("w2");

        var decision = WorkerRules.register(Optional.of(WORKER), KEY, other, OTHER, now);

        assertThat(result(decision)).isEqualTo(new RegisterWorkerOutcome.Registered());
        stores(decision, new RegisteredWorker(KEY, other, OTHER, now, now), WorkerEventKind.REGISTERED, now);
        assertThat(result(WorkerRules.register(Optional.empty(), KEY, POOL, OFFER, now)))
                .isEqualTo(new RegisterWorkerOutcome.Registered());
    }

    @Test
    void aLiveInstanceCannotChangeItsPool() {
        refusesQuietly(
                WorkerRules.register(Optional.of(WORKER), KEY, new WorkerId("w2"), OFFER, END - 1),
                ErrorCode.INVALID_INPUT);
    }

    @Test
    void aHeartbeatRefreshesALiveWorkerByWhatItOffered() {
        var decision = WorkerRules.heartbeat(Optional.of(WORKER), END - 1);

        assertThat(result(decision)).isEqualTo(new HeartbeatWorkerOutcome.Refreshed(END - 1 + 5_000));
        stores(decision, WORKER.heardAt(END - 1), WorkerEventKind.HEARTBEAT, END - 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {END, END + 1})
    void aHeartbeatRevivesNoExpiredWorker(long now) {
        for (var stored : List.of(Optional.of(WORKER), Optional.<RegisteredWorker>empty())) {
            var decision = WorkerRules.heartbeat(stored, now);

            assertThat(result(decision)).isEqualTo(new HeartbeatWorkerOutcome.NotRegistered());
            changesNothing(decision);
        }
    }

    @Test
    void aWorkerIsStruckOffAliveOrNotAndOnlyOnce() {
        for (long now : new long[] {END - 1, END + 1}) {
            var decision = WorkerRules.markDead(Optional.of(WORKER), "why", now);

            assertThat(result(decision)).isEqualTo(new MarkWorkerDeadOutcome.Marked());
            assertThat(decision.changes()).containsExactly(new Change.WorkerRemoved(KEY));
            assertThat(decision.events())
                    .containsExactly(new WorkerEvent(KEY, WorkerEventKind.MARKED_DEAD, Optional.of("why"), now));
        }
        var again = WorkerRules.markDead(Optional.empty(), "why", END);
        assertThat(result(again)).isEqualTo(new MarkWorkerDeadOutcome.NotRegistered());
        changesNothing(again);
    }

    @Test
    void onlyAnExpiredWorkerIsSwept() {
        for (long now : new long[] {END - 1, END}) {
            var kept = WorkerRules.sweep(WORKER, now);
            assertThat(result(kept)).isFalse();
            changesNothing(kept);
        }
        var swept = WorkerRules.sweep(WORKER, END + 1);
        assertThat(result(swept)).isTrue();
        assertThat(swept.changes()).containsExactly(new Change.WorkerRemoved(KEY));
        assertThat(swept.events())
                .containsExactly(new WorkerEvent(KEY, WorkerEventKind.TTL_SWEPT, Optional.empty(), END + 1));
    }

    @Test
    void aReasonIsALineOf256BytesAtMost() {
        assertThat(WorkerRules.checkReason("")).isEmpty();
        assertThat(WorkerRules.checkReason("r".repeat(256))).isEmpty();
        assertThat(WorkerRules.checkReason("r".repeat(257)).orElseThrow().detail())
                .isEqualTo("reason: exceeds 256 bytes (got 257)");
        assertThat(WorkerRules.checkReason("a\nb").orElseThrow().code()).isEqualTo(ErrorCode.INVALID_INPUT);
    }

    private static void stores(Decision<?> decision, RegisteredWorker worker, WorkerEventKind kind, long now) {
        assertThat(decision.changes()).containsExactly(new Change.WorkerStored(worker));
        assertThat(decision.events()).containsExactly(new WorkerEvent(KEY, kind, Optional.empty(), now));
    }
}
