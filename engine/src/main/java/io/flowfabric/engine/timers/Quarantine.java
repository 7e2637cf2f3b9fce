package io.flowfabric.engine.timers;

import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.model.id.ExecutionId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Items that keep failing: after three failures in a row one is skipped for ten passes, then tried again. */
final class Quarantine {
    private static final int FAILURES = 3;
    private static final int PASSES = 10;

    private record Item(DueKind kind, ExecutionId id) {}

    /** For how many passes an item is remembered that no longer falls due. */
    private static final int MEMORY = 50;

    private record Record(int failures, long until, long lastFailedIn) {}

    private final Map<Item, Record> records = new HashMap<>();
    private long pass;

    void nextPass() {
        pass++;
        if (pass % MEMORY == 0) {
            records.values().removeIf(record -> record.lastFailedIn() + MEMORY < pass);
        }
    }

    /** All items of a kind that are to be skipped in this pass. */
    Set<ExecutionId> held(DueKind kind) {
        return records.entrySet().stream()
                .filter(record ->
                        record.getKey().kind() == kind && record.getValue().until() > pass)
                .map(record -> record.getKey().id())
                .collect(Collectors.toSet());
    }

    void failed(DueKind kind, ExecutionId id) {
        records.merge(new Item(kind, id), new Record(1, 0, pass), (known, first) -> {
            int failures = known.failures() + 1;
            return failures >= FAILURES ? new Record(0, pass + PASSES + 1, pass) : new Record(failures, 0, pass);
        });
    }

    void succeeded(DueKind kind, ExecutionId id) {
        if (!records.isEmpty()) {
            records.remove(new Item(kind, id));
        }
    }

    /** How many items have failed lately. */
    int size() {
        return records.size();
    }
}
