package io.flowfabric.bench.system;

import io.flowfabric.bench.process.Kinds;
import io.flowfabric.bench.store.BenchStore;
import io.flowfabric.sdk.FlowFabric;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** FlowFabric as a program would use it: executions submitted in batches, one worker per process, several handlers. */
public final class FlowFabricRun implements SystemRun {
    /** How reports call it. */
    public static final String NAME = "flowfabric";

    /** Where its executions stand. */
    public static final String LANE = "bench";

    private static final long LOOK_NANOS = 500_000;

    private final BenchStore benchStore;
    private final int workers;
    private final int processes;
    private final int batch;
    private final int warmUp;
    private long submitted;
    private Optional<FlowFabric> fabric = Optional.empty();
    private Optional<WorkerGroup> workerGroup = Optional.empty();

    /**
     * A run on a store, with this many handlers in each of so many processes, submitted in batches of the usual size.
     */
    public FlowFabricRun(BenchStore benchStore, int workers, int processes) {
        this(benchStore, workers, processes, BulkSubmission.BATCH, WorkerGroup.WARM_UP);
    }

    /**
     * The same in batches of another size.
     *
     * @param executions of a run, which processes need not exceed to warm up
     */
    public FlowFabricRun(BenchStore benchStore, int workers, int processes, int batch, int executions) {
        this.benchStore = benchStore;
        this.workers = workers;
        this.processes = processes;
        this.batch = batch;
        this.warmUp = Math.min(WorkerGroup.WARM_UP, executions);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<String, String> settings() {
        var settings = new TreeMap<String, String>();
        settings.put("handlers", Integer.toString(workers));
        settings.put("processes", Integer.toString(processes));
        settings.put("submit_batch", Integer.toString(batch));
        return settings;
    }

    @Override
    public void prepare() {
        var opened = FlowFabric.open(benchStore.address());
        fabric = Optional.of(opened);
        workerGroup = Optional.of(
                processes > 1
                        ? WorkerGroup.elsewhere(benchStore.address(), LANE, processes, warmUp)
                        : WorkerGroup.here(opened, LANE));
    }

    @Override
    public void submit(int count, byte[] payload) {
        var execution = BulkSubmission.execution(LANE, Kinds.NOOP, payload).build();
        BulkSubmission.submit(fabric.orElseThrow().engine(), count, batch, execution);
        submitted += count;
    }

    @Override
    public void drain() {
        workerGroup.orElseThrow().work(workers);
        while (workerGroup.orElseThrow().completed() < submitted) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    @Override
    public void close() {
        workerGroup.ifPresent(WorkerGroup::close);
        fabric.ifPresent(FlowFabric::close);
    }
}
