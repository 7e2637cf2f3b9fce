package io.flowfabric.bench.contestant;

import io.flowfabric.bench.place.Place;
import io.flowfabric.bench.process.Kinds;
import io.flowfabric.sdk.FlowFabric;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** FlowFabric as a program would use it: executions submitted in batches, one worker per process, several handlers. */
public final class FlowFabricContestant implements Contestant {
    /** How reports call it. */
    public static final String NAME = "flowfabric";

    /** Where its executions stand. */
    public static final String LANE = "bench";

    private static final long LOOK_NANOS = 500_000;

    private final Place place;
    private final int workers;
    private final int processes;
    private final int batch;
    private final int warmUp;
    private long submitted;
    private Optional<FlowFabric> fabric = Optional.empty();
    private Optional<Crew> crew = Optional.empty();

    /** A run in a place, with this many handlers in each of so many processes, submitted in batches of the usual size. */
    public FlowFabricContestant(Place place, int workers, int processes) {
        this(place, workers, processes, Bulk.BATCH, Crew.WARM_UP);
    }

    /**
     * The same in batches of another size.
     *
     * @param executions of a run, which processes need not exceed to warm up
     */
    public FlowFabricContestant(Place place, int workers, int processes, int batch, int executions) {
        this.place = place;
        this.workers = workers;
        this.processes = processes;
        this.batch = batch;
        this.warmUp = Math.min(Crew.WARM_UP, executions);
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
        var opened = FlowFabric.open(place.address());
        fabric = Optional.of(opened);
        crew = Optional.of(
                processes > 1 ? Crew.elsewhere(place.address(), LANE, processes, warmUp) : Crew.here(opened, LANE));
    }

    @Override
    public void submit(int count, byte[] payload) {
        var execution = Bulk.execution(LANE, Kinds.NOOP, payload).build();
        Bulk.submit(fabric.orElseThrow().engine(), count, batch, execution);
        submitted += count;
    }

    @Override
    public void drain() {
        crew.orElseThrow().work(workers);
        while (crew.orElseThrow().completed() < submitted) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    @Override
    public void close() {
        crew.ifPresent(Crew::close);
        fabric.ifPresent(FlowFabric::close);
    }
}
