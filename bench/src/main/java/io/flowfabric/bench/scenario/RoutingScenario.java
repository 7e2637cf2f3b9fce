package io.flowfabric.bench.scenario;

import io.flowfabric.bench.measure.Latencies;
import io.flowfabric.bench.process.Kinds;
import io.flowfabric.bench.report.Figures;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.scenario.Session.Length;
import io.flowfabric.bench.store.BenchStores;
import io.flowfabric.bench.system.FlowFabricRun;
import io.flowfabric.sdk.FlowFabric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * S5: a hundred workers with different capabilities, and executions of which each requires one. Measured from the
 * submission of an execution to the start of its handler.
 */
final class RoutingScenario implements Scenario {
    private static final String LANE = FlowFabricRun.LANE;
    private static final String KIND = "route";
    private static final int WORKERS = 100;
    private static final int FEW_WORKERS = 20;
    private static final int MOST_TASKS = 1000;
    private static final int SUBMITTERS = 16;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long SEED = 1;

    @Override
    public String title() {
        return "S5: 100 workers, 10 capabilities, executions that require one each";
    }

    @Override
    public List<Result> run(Session session, BenchStores stores) throws Exception {
        var results = new ArrayList<Result>();
        for (var mode : RoutingMode.values()) {
            session.progress().phase("S5 %s on %s".formatted(mode.literal(), stores.store()));
            results.add(run(mode, stores, workers(session), tasks(session.load())));
        }
        session.progress().done();
        return results;
    }

    private static int workers(Session session) {
        return session.extent().length() == Length.BRIEF ? FEW_WORKERS : WORKERS;
    }

    private static int tasks(Load load) {
        return Math.min(MOST_TASKS, Math.max(load.executions() / 50, 1));
    }

    private static Result run(RoutingMode mode, BenchStores stores, int workers, int tasks) throws Exception {
        var random = new Random(SEED);
        var started = new Latencies();
        var left = new CountDownLatch(tasks);
        try (var benchStore = stores.fresh();
                var fabric = FlowFabric.open(benchStore.address())) {
            for (int worker = 0; worker < workers; worker++) {
                fabric.worker(LANE)
                        .concurrency(1)
                        .capabilities(mode.ofWorker(worker, random).toArray(String[]::new))
                        .on(KIND, task -> {
                            started.add(Kinds.nanosNow() - Kinds.nanos(task.payload()));
                            left.countDown();
                            return Optional.empty();
                        })
                        .start();
            }
            submit(fabric, mode, tasks, random);
            left.await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        }
        return new Result(
                new Result.Subject("S5", FlowFabricRun.NAME, stores.store()),
                Figures.of(started),
                Map.of("mode", mode.literal(), "workers", "" + workers, "tasks", "" + tasks),
                Map.of("share_served", started.count() / (double) tasks));
    }

    private static void submit(FlowFabric fabric, RoutingMode mode, int tasks, Random random) throws Exception {
        var submissions = new ArrayList<Callable<Object>>();
        for (int task = 0; task < tasks; task++) {
            String required = mode.ofTask(task, random);
            submissions.add(() -> fabric.submission(LANE, KIND)
                    .requires(required)
                    .payload(Kinds.stamp())
                    .submit());
        }
        var threads = Executors.newFixedThreadPool(SUBMITTERS);
        try {
            for (var done : threads.invokeAll(submissions)) {
                done.get();
            }
        } finally {
            threads.shutdown();
        }
    }
}
