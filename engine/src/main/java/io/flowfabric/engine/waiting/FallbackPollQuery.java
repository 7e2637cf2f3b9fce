package io.flowfabric.engine.waiting;

import io.flowfabric.engine.store.read.MissedWakeUpReads.Awaited;
import io.flowfabric.engine.store.read.MissedWakeUpReads.MissedWakeUps;
import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.engine.store.wakeup.WakeUpKey;
import io.flowfabric.engine.store.wakeup.WakeUpKeys;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.id.ExecutionId;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the fallback poll asks: one query for everything that is registered at the doorbells of this process. Used by
 * one thread at a time.
 */
public final class FallbackPollQuery implements Runnable {
    private static final long UNKNOWN = -1;

    private final Doorbells doorbells;
    private final Function<Awaited, MissedWakeUps> store;

    /** The newest event at the last question; unknown before the first, which therefore wakes every subscriber. */
    private long newestEvent = UNKNOWN;

    /** @param store answers the question by one query */
    public FallbackPollQuery(Doorbells doorbells, Function<Awaited, MissedWakeUps> store) {
        this.doorbells = doorbells;
        this.store = store;
    }

    @Override
    public void run() {
        var awaited = new Awaited(work(), executions(), cursors());
        boolean forEvents =
                doorbells.events().isAwaited() || doorbells.revocations().isAwaited();
        boolean forKeys = !awaited.work().isEmpty()
                || !awaited.executions().isEmpty()
                || !awaited.cursors().isEmpty();
        if (forKeys || forEvents) {
            ring(store.apply(awaited));
        }
    }

    private void ring(MissedWakeUps news) {
        doorbells.work().ring(keys(news.work().stream().mapToInt(WakeUpKey::hash)));
        doorbells.ends().ring(keys(news.settled().stream().mapToInt(WakeUpKey::hashOf)));
        doorbells.cursors().ring(keys(news.free().stream().mapToInt(WakeUpKey::hashOf)));
        if (news.newestEvent() != newestEvent) {
            newestEvent = news.newestEvent();
            doorbells.events().ring();
            doorbells.revocations().ring();
        }
    }

    private Set<WakeUpKey.Work> work() {
        return doorbells.work().awaitedKeys().stream()
                .map(WakeUpKey.Work.class::cast)
                .collect(Collectors.toSet());
    }

    private Set<ExecutionId> executions() {
        return doorbells.ends().awaitedKeys().stream()
                .map(key -> ((WakeUpKey.End) key).executionId())
                .collect(Collectors.toSet());
    }

    private Set<CursorKey> cursors() {
        return doorbells.cursors().awaitedKeys().stream()
                .map(key -> ((WakeUpKey.FreeCursor) key).cursor())
                .collect(Collectors.toSet());
    }

    private static WakeUpKeys keys(IntStream hashes) {
        return WakeUpKeys.of(hashes.toArray());
    }
}
