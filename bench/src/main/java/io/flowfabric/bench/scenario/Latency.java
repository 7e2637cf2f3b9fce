package io.flowfabric.bench.scenario;

import io.flowfabric.bench.measure.StatementProfile;
import io.flowfabric.bench.process.BenchWorkerProcess;
import io.flowfabric.bench.process.OwnProcess;
import io.flowfabric.bench.process.WorkerHost;
import io.flowfabric.bench.report.Figures;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.store.BenchStore;
import io.flowfabric.bench.store.BenchStores;
import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.bench.system.FlowFabricRun;
import io.flowfabric.sdk.FlowFabric;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * S2: one execution at a time in an idle system, from its submission to the start of its handler and to the moment when
 * the submitter has seen the result. On PostgreSQL the worker is another process, on SQLite the same one. On PostgreSQL
 * the statements of all processes are then counted while nothing happens at all.
 *
 * <p>Measured for one worker on one lane first, and then on the same store for a worker that serves several lanes, to
 * which
 * the executions go at random, and for several engines that wait at the one lane.
 */
final class Latency implements Scenario {
    private static final int MOST_SAMPLES = 1000;
    private static final int FEWER_SAMPLES = 200;
    private static final int MOST_WARM_UP = 10_000;
    private static final Duration LEASE = Duration.ofSeconds(30);

    @Override
    public String title() {
        return "S2: submit → handler start → result seen, idle system";
    }

    @Override
    public boolean isOnEveryMajor() {
        return true;
    }

    @Override
    public List<Result> run(Session session, BenchStores stores) throws Exception {
        session.progress().phase("S2 on " + stores.store());
        try (BenchStore benchStore = stores.fresh()) {
            var profile = benchStore instanceof PostgresBenchStore postgres
                    ? StatementProfile.start(postgres)
                    : Optional.<StatementProfile>empty();
            int executions = session.load().executions();
            try (var fabric = FlowFabric.open(benchStore.address());
                    var engines = new Engines(
                            first(benchStore, fabric, executions), benchStore.address(), LEASE, executions)) {
                var results = new ArrayList<Result>();
                for (var waiting : IdleWorkers.variants(session.extent())) {
                    session.progress().phase("S2 on %s, %s".formatted(stores.store(), waiting.mode()));
                    engines.growTo(waiting.engines());
                    engines.work(session.load().workers(), waiting.lanes());
                    var result = sample(session, fabric, benchStore, waiting);
                    results.add(
                            profile.isPresent() && isCounted(session, waiting)
                                    ? withIdleness(session, result, waiting, profile.get())
                                    : result);
                    engines.rest();
                }
                return results;
            }
        } finally {
            session.progress().done();
        }
    }

    private static WorkerHost first(BenchStore benchStore, FlowFabric fabric, int executions) {
        if (benchStore instanceof PostgresBenchStore) {
            var process = BenchWorkerProcess.start(benchStore.address(), LEASE);
            process.warmUp(Math.min(MOST_WARM_UP, executions));
            return process;
        }
        return new OwnProcess(fabric, LEASE);
    }

    private static Result sample(Session session, FlowFabric fabric, BenchStore benchStore, IdleWorkers waiting)
            throws Exception {
        var load = session.load();
        int most = waiting.isPlain() || session.extent().isFull() ? MOST_SAMPLES : FEWER_SAMPLES;
        var sampling = new Sampling(
                fabric,
                load.payload(),
                Math.min(most, Math.max(load.executions() / 50, 1)),
                session.lasting(Duration.ofMinutes(2), Duration.ofSeconds(20)));
        sampling.warmUp(waiting.lanes());
        var found = sampling.take(waiting.lanes());

        var details = new LinkedHashMap<String, Double>();
        details.put("longest_ms", found.starts().percentile(1));
        details.put("result_p50_ms", found.results().median());
        details.put("result_p95_ms", found.results().percentile(0.95));
        details.put("result_p99_ms", found.results().percentile(0.99));
        var settings = new LinkedHashMap<>(waiting.settings());
        settings.put("samples", Integer.toString(found.starts().count()));
        settings.put("processes", Integer.toString(processes(benchStore, waiting)));
        return new Result(
                new Result.Subject("S2", FlowFabricRun.NAME, benchStore.store()),
                Figures.of(found.starts()),
                settings,
                details);
    }

    /** On PostgreSQL the submitter has no worker. */
    private static int processes(BenchStore benchStore, IdleWorkers waiting) {
        return benchStore instanceof PostgresBenchStore ? waiting.engines() + 1 : waiting.engines();
    }

    /** Idleness takes long to measure. */
    private static boolean isCounted(Session session, IdleWorkers waiting) {
        return waiting.isPlain() || session.extent().isFull();
    }

    private static Result withIdleness(Session session, Result result, IdleWorkers waiting, StatementProfile profile)
            throws SQLException, InterruptedException {
        var idle = session.lasting(Duration.ofMinutes(1), Duration.ofSeconds(20));
        session.progress().phase("S2 on %s, %s, idle".formatted(result.subject().store(), waiting.mode()));
        long before = profile.count();
        TimeUnit.NANOSECONDS.sleep(idle.toNanos());
        double perMinute =
                (profile.count() - before) * (double) Duration.ofMinutes(1).toMillis() / idle.toMillis();
        Map<String, Double> details = new LinkedHashMap<>(result.details());
        details.put(
                "idle_queries_per_minute",
                perMinute / Integer.parseInt(result.settings().get("processes")));
        return new Result(result.subject(), result.figures(), result.settings(), details);
    }
}
