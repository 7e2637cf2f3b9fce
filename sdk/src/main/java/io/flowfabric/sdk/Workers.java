package io.flowfabric.sdk;

import io.flowfabric.engine.Engine;
import io.flowfabric.model.error.UnavailableException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The running workers of a {@link FlowFabric}. Safe for use by any thread. */
final class Workers {
    private final LeaseWatch watch;
    private final Set<Worker> running = new LinkedHashSet<>();
    private boolean closed;

    Workers(Engine engine) {
        this.watch = new LeaseWatch(engine);
    }

    /** What tells them all that a lease was taken away. */
    LeaseWatch watch() {
        return watch;
    }

    synchronized Worker start(Supplier<Worker> create) {
        if (closed) {
            throw new UnavailableException("worker", "This FlowFabric is closed; open another one.");
        }
        var worker = create.get();
        worker.start();
        running.add(worker);
        return worker;
    }

    synchronized void remove(Worker worker) {
        running.remove(worker);
    }

    /** Stops them all, together. */
    void close() {
        var all = begin();
        all.forEach(Worker::stopClaiming);
        all.forEach(Worker::close);
        watch.close();
    }

    private synchronized List<Worker> begin() {
        closed = true;
        return new ArrayList<>(running);
    }
}
