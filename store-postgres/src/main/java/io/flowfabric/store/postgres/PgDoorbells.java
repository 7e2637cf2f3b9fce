package io.flowfabric.store.postgres;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.Doorbells;
import io.flowfabric.engine.store.Peal;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.WorkerEventKind;
import java.time.Duration;
import java.util.List;

/**
 * Tells of what is committed: by name in this process, coalesced in the others, and how much it was. A heartbeat is
 * nothing to wake other processes for: they meet it when they look again, long before that worker could count as dead.
 */
record PgDoorbells(Doorbells here, Ringer elsewhere, Vacuum vacuum) {
    /** The timers of every process look at what is stored twice in this time. */
    private static final long LONG_ALIVE_MS = Duration.ofMinutes(1).toMillis();

    void changed(List<Change> changes) {
        ring(Peal.of(changes), !changes.stream().allMatch(PgDoorbells::isAliveForLong));
        vacuum.wrote(changes.size());
    }

    void appended(List<Event> events) {
        ring(Peal.ofEvents(events), !events.stream().allMatch(PgDoorbells::isHeartbeat));
    }

    private void ring(Peal peal, boolean everywhere) {
        here.ring(peal);
        if (everywhere) {
            elsewhere.ring(peal);
        }
    }

    private static boolean isAliveForLong(Change change) {
        return change instanceof Change.WorkerStored stored
                && stored.worker().offer().livenessTtlMs() >= LONG_ALIVE_MS;
    }

    private static boolean isHeartbeat(Event event) {
        return event instanceof WorkerEvent worker && worker.kind() == WorkerEventKind.HEARTBEAT;
    }
}
