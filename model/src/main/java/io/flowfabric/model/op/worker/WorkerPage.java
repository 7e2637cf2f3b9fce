package io.flowfabric.model.op.worker;

import io.flowfabric.model.worker.WorkerKey;
import java.util.List;
import java.util.Optional;

/** A page of live workers by namespace, then instance; the cursor is there when more remain. */
public record WorkerPage(List<WorkerEntry> entries, Optional<WorkerKey> cursor) {
    public static final WorkerPage EMPTY = new WorkerPage(List.of(), Optional.empty());

    public WorkerPage {
        entries = List.copyOf(entries);
    }
}
