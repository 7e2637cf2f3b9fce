package io.flowfabric.bench.scenario;

import io.flowfabric.bench.measure.Lap;
import io.flowfabric.bench.measure.Quartiles;
import io.flowfabric.bench.profile.Recorder;
import io.flowfabric.bench.report.Figures;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.store.BenchStore;
import io.flowfabric.bench.system.FlowFabricRun;
import io.flowfabric.bench.system.PacedRun;
import io.flowfabric.bench.system.SystemRun;
import io.flowfabric.bench.system.SystemUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * One system in a race, over all its runs. Belongs to one thread.
 *
 * @param <P> the kind of store it works on
 */
final class Runner<P extends BenchStore> {
    private static final Duration STEADY = Duration.ofSeconds(10);
    private static final Duration WARM = Duration.ofSeconds(3);
    private static final int MOST_WARM_UP = 10_000;

    private final Result.Subject subject;
    private final SystemUnderTest<P> entrant;
    private final RunSetup<P> setup;
    private final Load load;
    private final boolean toTheEnd;
    private final List<Lap> laps = new ArrayList<>();
    private Map<String, String> settings = Map.of();
    private Map<String, Double> cost = Map.of();
    private Optional<Recorder> recorder = Optional.empty();

    /**
     * Enters a race.
     *
     * @param toTheEnd whether a slow system has to do everything, too, instead of showing a steady rate
     */
    Runner(Result.Subject subject, SystemUnderTest<P> entrant, RunSetup<P> setup, Load load, boolean toTheEnd) {
        this.subject = subject;
        this.entrant = entrant;
        this.setup = setup;
        this.load = load;
        this.toTheEnd = toTheEnd;
    }

    Result.Subject subject() {
        return subject;
    }

    /** Has its runs recorded, but not the one that warms up. */
    void recordedBy(Recorder watching) {
        recorder = Optional.of(watching);
    }

    /** A run that does not count, of a fifth of the work. */
    void warmUp() throws Exception {
        run(Math.min(Math.max(load.executions() / 5, 1), MOST_WARM_UP), WARM, Optional.empty());
    }

    void run() throws Exception {
        laps.add(run(load.executions(), STEADY, recorder));
    }

    Result result() {
        var all = new LinkedHashMap<String, String>();
        all.put("executions", Integer.toString(load.executions()));
        all.put("payload_bytes", Integer.toString(load.payloadBytes()));
        all.put("runs", Integer.toString(laps.size()));
        all.putAll(settings);
        return new Result(subject, Figures.of(laps), all, details());
    }

    private Map<String, Double> details() {
        var figures = Figures.of(laps);
        var details = new LinkedHashMap<String, Double>();
        figures.ops().ifPresent(ops -> {
            details.put("lower_quartile", ops.lower());
            details.put("upper_quartile", ops.upper());
        });
        details.put(
                "submit_per_second",
                Quartiles.of(laps.stream().map(Lap::submitted).toList()).median());
        details.putAll(cost);
        return details;
    }

    private Lap run(int count, Duration window, Optional<Recorder> watching) throws Exception {
        // What others left on the heap is not to be collected in this one's time.
        System.gc();
        var benchStore = setup.take().get();
        try {
            return run(benchStore, count, window, watching);
        } finally {
            setup.leave().accept(benchStore);
        }
    }

    private Lap run(P benchStore, int count, Duration window, Optional<Recorder> watching) throws Exception {
        var executionCost = new ExecutionCost(benchStore, count);
        Lap lap;
        boolean everything;
        try (var contestant = entrant.enter(benchStore, load.workers())) {
            contestant.prepare();
            everything = toTheEnd || !(contestant instanceof PacedRun);
            executionCost.begin();
            Callable<Lap> run = () -> executionCost.during(
                    () -> everything ? whole(contestant, count) : paced((PacedRun) contestant, count, window));
            lap = watching.isPresent() ? watching.get().record(run) : run.call();
            settings = contestant.settings();
        }
        // Where some of the work was left undone, the cost of one cannot be told.
        cost = everything ? executionCost.settle(subject.system().equals(FlowFabricRun.NAME)) : Map.of();
        return lap;
    }

    private Lap whole(SystemRun contestant, int count) throws Exception {
        long begin = System.nanoTime();
        contestant.submit(count, load.payload());
        long middle = System.nanoTime();
        contestant.drain();
        return new Lap(perSecond(count, begin, middle), perSecond(count, middle, System.nanoTime()));
    }

    private Lap paced(PacedRun contestant, int count, Duration window) throws Exception {
        long begin = System.nanoTime();
        int submitted = contestant.submit(count, load.payload(), window);
        double perSecond = perSecond(submitted, begin, System.nanoTime());
        return new Lap(perSecond, contestant.drain(window).perSecond());
    }

    private static double perSecond(int count, long from, long to) {
        return count * 1e9 / (to - from);
    }
}
