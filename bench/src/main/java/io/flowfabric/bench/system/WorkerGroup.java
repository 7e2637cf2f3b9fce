package io.flowfabric.bench.system;

import io.flowfabric.bench.process.BenchWorkerProcess;
import io.flowfabric.bench.process.OwnProcess;
import io.flowfabric.bench.process.WorkerHost;
import io.flowfabric.sdk.FlowFabric;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The workers of a run: one in this process, or one in each of several others. Those others are started and warmed up ahead
 * of time, because a JVM that starts is not what is measured.
 */
final class WorkerGroup implements AutoCloseable {
    /** Executions after which the compilers of a process have little left to do. */
    static final int WARM_UP = 10_000;

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final List<? extends WorkerHost> hosts;
    private final String lane;

    private WorkerGroup(List<? extends WorkerHost> hosts, String lane) {
        this.hosts = hosts;
        this.lane = lane;
    }

    /** The worker of this process, on an engine of its own, which stays the caller's. */
    static WorkerGroup here(FlowFabric fabric, String lane) {
        return new WorkerGroup(List.of(new OwnProcess(fabric, LEASE)), lane);
    }

    /** Starts other processes, and has each do some executions to warm up. */
    static WorkerGroup elsewhere(String address, String lane, int processes, int warmUp) {
        var others = Stream.generate(() -> BenchWorkerProcess.start(address, LEASE))
                .limit(processes)
                .toList();
        others.forEach(process -> process.warmUp(warmUp));
        return new WorkerGroup(others, lane);
    }

    /** Begins to claim, with this many handlers in each process. */
    void work(int handlers) {
        hosts.forEach(host -> host.work(handlers, List.of(lane)));
    }

    /** How many executions all of them have completed. */
    long completed() {
        return hosts.stream().mapToLong(WorkerHost::completed).sum();
    }

    @Override
    public void close() {
        hosts.forEach(WorkerHost::close);
    }
}
