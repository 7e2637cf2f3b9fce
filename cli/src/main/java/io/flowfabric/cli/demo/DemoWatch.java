package io.flowfabric.cli.demo;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.read.EventReads.Entry;
import io.flowfabric.engine.store.read.EventReads.Positioned;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Follows the outbox and keeps every event of the demo's executions. Belongs to one thread. */
final class DemoWatch {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final int PAGE = Limits.PAGE;

    private final Store store;
    private final Map<ExecutionId, List<Event>> events = new HashMap<>();
    private final Set<ExecutionId> ended = new HashSet<>();
    private final Set<ExecutionId> leased = new HashSet<>();
    private OptionalLong firstReclaimAt = OptionalLong.empty();
    private OptionalLong firstLeaseAt = OptionalLong.empty();
    private OptionalLong lastEndAt = OptionalLong.empty();
    private long position;

    /** Begins at the present end of the outbox, and keeps the events of these executions only. */
    DemoWatch(Store store, List<ExecutionId> ids) {
        this.store = store;
        ids.forEach(id -> events.put(id, new ArrayList<>()));
        this.position = store.read(Deadline.in(TIMEOUT), tx -> tx.events().settled());
    }

    /** Reads what is new; waits a moment if nothing is. */
    void poll() throws InterruptedException {
        long seen = store.doorbells().ends().position();
        if (!catchUp()) {
            store.doorbells().ends().awaitBeyond(seen, Deadline.in(LOOK_AGAIN));
        }
    }

    /** Reads everything there is; answers whether there was anything. */
    boolean catchUp() {
        boolean anything = false;
        while (true) {
            long from = position;
            var page = store.read(Deadline.in(TIMEOUT), tx -> tx.events().after(from, PAGE));
            if (page.isEmpty()) {
                return anything;
            }
            anything = true;
            page.forEach(this::note);
            position = page.get(page.size() - 1).position();
        }
    }

    int expected() {
        return events.size();
    }

    int ended() {
        return ended.size();
    }

    int leased() {
        return leased.size();
    }

    List<Event> eventsOf(ExecutionId id) {
        return List.copyOf(events.get(id));
    }

    OptionalLong firstReclaimAt() {
        return firstReclaimAt;
    }

    /** From the first lease to the last end so far, by the store's clock. */
    Duration workTime() {
        return Duration.ofMillis(lastEndAt.orElse(0) - firstLeaseAt.orElse(0));
    }

    private void note(Entry entry) {
        if (entry instanceof Positioned row && row.event() instanceof ExecutionEvent event) {
            note(event);
        }
    }

    private void note(ExecutionEvent event) {
        var id = event.subject().executionId();
        var trail = events.get(id);
        if (trail == null) {
            return;
        }
        trail.add(event);
        var at = OptionalLong.of(event.occurredAt());
        if (event instanceof CompletionEvent) {
            ended.add(id);
            lastEndAt = at;
        } else if (event instanceof LeaseEvent lease) {
            noteLease(id, lease.type(), at);
        }
    }

    private void noteLease(ExecutionId id, LeaseEventType type, OptionalLong at) {
        switch (type) {
            case ACQUIRED -> {
                leased.add(id);
                firstLeaseAt = firstLeaseAt.isPresent() ? firstLeaseAt : at;
            }
            case RECLAIMED -> {
                leased.add(id);
                firstReclaimAt = firstReclaimAt.isPresent() ? firstReclaimAt : at;
            }
            case EXPIRED, REVOKED -> leased.remove(id);
            case RENEWED -> {}
        }
    }
}
