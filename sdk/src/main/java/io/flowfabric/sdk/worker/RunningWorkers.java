package io.flowfabric.sdk.worker;

import io.flowfabric.engine.Engine;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.internal.lease.RevocationWatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The running workers of one {@code FlowFabric}, which it closes with itself. Safe for use by any thread. */
public final class RunningWorkers {
    private final Engine engine;
    private final FabricOptions options;
    private final RevocationWatcher watch;
    private final Set<Worker> running = new LinkedHashSet<>();
    private boolean closed;

    /** On an engine that the caller closes after the workers. */
    public RunningWorkers(Engine engine, FabricOptions options) {
        this.engine = engine;
        this.options = options;
        this.watch = new RevocationWatcher(engine);
    }

    /** A builder of a worker on these lanes. */
    public WorkerBuilder builder(List<String> lanes) {
        return new WorkerBuilder(this, lanes);
    }

    Engine engine() {
        return engine;
    }

    FabricOptions options() {
        return options;
    }

    /** The watcher that tells all workers of revoked leases. */
    RevocationWatcher watch() {
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

    /** Stops all of them concurrently, and refuses new ones. */
    public void close() {
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
