package io.flowfabric.sdk;

import io.flowfabric.model.error.UnavailableException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The running workers of a {@link FlowFabric}. Safe for use by any thread. */
final class Workers {
    private final Set<Worker> running = new LinkedHashSet<>();
    private boolean closed;

    synchronized Worker start(Supplier<Worker> create) {
        if (closed) {
            throw new UnavailableException("worker", "This FlowFabric is closed; open another one.");
        }
        var worker = create.get();
        running.add(worker);
        return worker.start();
    }

    synchronized void remove(Worker worker) {
        running.remove(worker);
    }

    /** Stops them all, together. */
    void close() {
        var all = begin();
        all.forEach(Worker::stopClaiming);
        all.forEach(Worker::close);
    }

    private synchronized List<Worker> begin() {
        closed = true;
        return new ArrayList<>(running);
    }
}
