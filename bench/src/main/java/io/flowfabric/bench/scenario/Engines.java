package io.flowfabric.bench.scenario;

import io.flowfabric.bench.process.BenchWorkerProcess;
import io.flowfabric.bench.process.WorkerHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Engines on one store, each with a worker. The first is given; every other is a small process, started before anything is
 * measured and one after the other, because ten JVMs that start at once are what two cores measure then. Belongs to one
 * thread.
 */
final class Engines implements AutoCloseable {
    private static final int MOST_WARM_UP = 500;

    private final String address;
    private final Duration lease;
    private final int warmUp;
    private final List<WorkerHost> hosts = new ArrayList<>();

    /**
     * Begins with one.
     *
     * @param executions of a run, which the others need not exceed to warm up
     */
    Engines(WorkerHost first, String address, Duration lease, int executions) {
        this.address = address;
        this.lease = lease;
        this.warmUp = Math.min(MOST_WARM_UP, executions);
        hosts.add(first);
    }

    /** Starts as many as are missing. */
    void growTo(int count) {
        while (hosts.size() < count) {
            var process = BenchWorkerProcess.startSmall(address, lease);
            hosts.add(process);
            process.warmUp(warmUp);
        }
    }

    /** Has all of them claim, with this many handlers each. */
    void work(int handlers, List<String> lanes) {
        hosts.forEach(host -> host.work(handlers, lanes));
    }

    /** Ends what they began; their engines stay open. */
    void rest() {
        hosts.forEach(WorkerHost::rest);
    }

    @Override
    public void close() {
        hosts.forEach(WorkerHost::close);
    }
}
