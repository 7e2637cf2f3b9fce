package io.flowfabric.store.testkit.chaos;

import io.flowfabric.engine.Deadline;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.quiescence.ProcessQuiescence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Several processes in a storm on one store, and the subscriber that follows the log through it. */
final class Storm {
    private static final Duration TIMEOUT = Duration.ofMinutes(4);
    private static final Duration PAGE_WAIT = Duration.ofMillis(500);

    private final Client client;
    private final EventLog log;
    private final Journal journal = new Journal();
    private final List<StormSlot> slots = new ArrayList<>();
    private final List<Future<Integer>> running = new ArrayList<>();

    /** Every survivor takes whatever there is; so when nothing happens there is nothing to take. */
    private final ProcessQuiescence standstill;

    Storm(Client client) {
        this.client = client;
        this.log = new EventLog(client);
        this.standstill = new ProcessQuiescence(client.store(), StormWorker.anything());
    }

    /** Storms, lets the survivors drain, and tells what came of it. */
    StormReport run(String address, int processes, Duration duration, Random random) throws Exception {
        var threads = Executors.newFixedThreadPool(processes);
        try {
            for (int i = 0; i < processes; i++) {
                begin(new StormSlot(address, "w" + i, new Random(random.nextLong()), duration, journal), threads);
            }
            var timeout = Deadline.in(duration.plus(TIMEOUT));
            while (!slots.stream().allMatch(StormSlot::isDraining)) {
                standstill.moved();
                follow(timeout, () -> "is not over");
            }
            standstill.moved();
            drain(timeout);
            for (var slot : slots) {
                slot.end();
            }
            int kills = 0;
            for (var slot : running) {
                kills += slot.get();
            }
            log.readToTheEnd();
            return StormReport.of(client, log, journal, kills);
        } finally {
            threads.shutdownNow();
        }
    }

    private void begin(StormSlot slot, ExecutorService threads) {
        slots.add(slot);
        running.add(threads.submit(slot));
    }

    /**
     * Waits until the log reports the end of everything that is stored. A transaction of a killed process may commit
     * after its death, so what is stored is read again in the end.
     */
    private void drain(Deadline timeout) throws Exception {
        int stored;
        do {
            var open = new HashSet<>(client.ids());
            stored = open.size();
            open.removeAll(log.completions().keySet());
            while (!open.isEmpty()) {
                follow(timeout, () -> "is over, and the log reports no end of " + described(open));
                open.removeAll(log.completions().keySet());
            }
        } while (client.ids().size() > stored);
    }

    private Map<ExecutionId, PublicState> described(Set<ExecutionId> ids) {
        return ids.stream()
                .collect(Collectors.toMap(
                        Function.identity(), id -> client.find(id).orElseThrow().publicState()));
    }

    private void follow(Deadline timeout, Supplier<String> state) throws Exception {
        for (var slot : running) {
            if (slot.isDone()) {
                slot.get();
            }
        }
        if (timeout.hasPassed()) {
            throw new AssertionError("After %s the storm %s".formatted(TIMEOUT, state.get()));
        }
        if (log.read(PAGE_WAIT)) {
            standstill.moved();
        } else {
            standstill.requireNothingToClaim();
        }
    }
}
