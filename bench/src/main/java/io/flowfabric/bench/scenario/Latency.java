package io.flowfabric.bench.scenario;

import io.flowfabric.bench.contestant.FlowFabricContestant;
import io.flowfabric.bench.measure.Latencies;
import io.flowfabric.bench.measure.StatementProfile;
import io.flowfabric.bench.place.Arena;
import io.flowfabric.bench.place.Place;
import io.flowfabric.bench.place.PostgresPlace;
import io.flowfabric.bench.process.Kinds;
import io.flowfabric.bench.process.WorkerProcess;
import io.flowfabric.bench.report.Figures;
import io.flowfabric.bench.report.Result;
import io.flowfabric.sdk.FlowFabric;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * S2: one execution at a time in an idle system, from its submission to the start of its handler and to the moment when
 * the submitter has seen the result. On PostgreSQL the worker is another process, on SQLite the same one. On PostgreSQL
 * the statements of both processes are then counted while nothing happens at all.
 */
final class Latency implements Scenario {
    private static final String LANE = FlowFabricContestant.LANE;
    private static final int MOST_SAMPLES = 1000;
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int WARMING_THREADS = 8;

    @Override
    public String title() {
        return "S2: submit → handler start → result seen, idle system";
    }

    @Override
    public List<Result> run(Session session, Arena arena) throws Exception {
        session.progress().phase("S2 on " + arena.store());
        try (Place place = arena.fresh()) {
            var profile = place instanceof PostgresPlace postgres
                    ? StatementProfile.start(postgres)
                    : Optional.<StatementProfile>empty();
            try (var fabric = FlowFabric.open(place.address())) {
                var process = worker(place, fabric, session.load());
                try {
                    var result = sample(fabric, place, session.load());
                    return List.of(profile.isEmpty() ? result : withIdleness(session, result, profile.get()));
                } finally {
                    process.ifPresent(WorkerProcess::close);
                }
            }
        } finally {
            session.progress().done();
        }
    }

    /** Starts a worker, which goes with the fabric or is the process that is answered. */
    private static Optional<WorkerProcess> worker(Place place, FlowFabric fabric, Load load) {
        if (place instanceof PostgresPlace) {
            var process = WorkerProcess.start(place.address(), LANE, LEASE);
            process.warmUp();
            process.work(load.workers());
            return Optional.of(process);
        }
        Kinds.handledBy(fabric.worker(LANE)).concurrency(load.workers()).start();
        return Optional.empty();
    }

    private static Result sample(FlowFabric fabric, Place place, Load load) throws Exception {
        int samples = Math.min(MOST_SAMPLES, Math.max(load.executions() / 50, 1));
        warmUp(fabric, load, samples);
        var starts = new Latencies();
        var results = new Latencies();
        measure(fabric, load, samples, starts, results);

        var details = new LinkedHashMap<String, Double>();
        details.put("result_p50_ms", results.median());
        details.put("result_p95_ms", results.percentile(0.95));
        details.put("result_p99_ms", results.percentile(0.99));
        var settings = new LinkedHashMap<String, String>();
        settings.put("samples", Integer.toString(samples));
        settings.put("processes", place instanceof PostgresPlace ? "2" : "1");
        return new Result(
                new Result.Subject("S2", FlowFabricContestant.NAME, place.store()),
                Figures.of(starts),
                settings,
                details);
    }

    /** Several times as many samples, taken by several threads at once: the compilers of both processes are done only then. */
    private static void warmUp(FlowFabric fabric, Load load, int samples) throws Exception {
        var threads = Executors.newFixedThreadPool(WARMING_THREADS);
        try {
            var sampling = IntStream.range(0, WARMING_THREADS)
                    .mapToObj(thread ->
                            threads.submit(() -> measure(fabric, load, samples, new Latencies(), new Latencies())))
                    .toList();
            for (var one : sampling) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void measure(FlowFabric fabric, Load load, int samples, Latencies starts, Latencies results) {
        byte[] payload = load.payload();
        for (int i = 0; i < samples; i++) {
            long submittedAt = Kinds.nanosNow();
            byte[] stamp = fabric.submit(LANE, Kinds.STAMP, payload).await(byte[].class, PATIENCE);
            results.add(Kinds.nanosNow() - submittedAt);
            starts.add(Kinds.nanos(stamp) - submittedAt);
        }
    }

    private static Result withIdleness(Session session, Result result, StatementProfile profile) throws Exception {
        var idle = session.lasting(Duration.ofMinutes(1), Duration.ofSeconds(20));
        session.progress().phase("S2 on %s, idle".formatted(result.subject().store()));
        long before = profile.count();
        TimeUnit.NANOSECONDS.sleep(idle.toNanos());
        // Two processes: the submitter and the worker.
        double perMinute =
                (profile.count() - before) / 2.0 * Duration.ofMinutes(1).toMillis() / idle.toMillis();
        Map<String, Double> details = new LinkedHashMap<>(result.details());
        details.put("idle_queries_per_minute", perMinute);
        return new Result(result.subject(), result.figures(), result.settings(), details);
    }
}
