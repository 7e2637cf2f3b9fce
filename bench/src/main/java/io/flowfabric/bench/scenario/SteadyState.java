package io.flowfabric.bench.scenario;

import io.flowfabric.bench.measure.Heap;
import io.flowfabric.bench.measure.Latencies;
import io.flowfabric.bench.process.Kinds;
import io.flowfabric.bench.report.Figures;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.store.BenchStores;
import io.flowfabric.bench.system.BulkSubmission;
import io.flowfabric.bench.system.FlowFabricRun;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.task.Task;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * S3: a hundred handlers hold tasks of three seconds under leases as long as a task, so that each is renewed before it
 * ends. All the while single executions are submitted on another lane; whether the wait for their start grows, whether a
 * lease is lost, and whether memory grows is what counts.
 */
final class SteadyState implements Scenario {
    private static final String LANE = FlowFabricRun.LANE;
    private static final String PROBES = "probes";
    private static final String KIND = "hold-and-end";
    private static final int HANDLERS = 100;
    private static final Duration TASK = Duration.ofSeconds(3);
    private static final Duration BETWEEN_PROBES = Duration.ofMillis(50);
    private static final int HEAP_SAMPLES = 10;

    @Override
    public String title() {
        return "S3: 100 handlers hold 3-second tasks, leases renewed";
    }

    @Override
    public List<Result> run(Session session, BenchStores stores) throws Exception {
        session.progress().phase("S3 on " + stores.store());
        var lasts = session.lasting(Duration.ofMinutes(1), Duration.ofSeconds(20));
        var task = lasts.compareTo(TASK.multipliedBy(3)) < 0 ? lasts.dividedBy(3) : TASK;
        try (var benchStore = stores.fresh();
                var fabric = FlowFabric.open(benchStore.address())) {
            int rounds = (int) (lasts.toMillis() / task.toMillis()) + 1;
            BulkSubmission.submit(
                    fabric.engine(),
                    HANDLERS * rounds,
                    BulkSubmission.execution(LANE, KIND, session.load().payload())
                            .build());
            var lost = new AtomicInteger();
            Kinds.handledBy(fabric.worker(PROBES)).concurrency(1).start();
            var worker = fabric.worker(LANE)
                    .concurrency(HANDLERS)
                    .leaseTtl(task)
                    .on(KIND, held -> hold(held, task, lost))
                    .start();
            var probes = new Probes(fabric, lasts);
            long began = System.nanoTime();
            probes.run();
            double perSecond = worker.completed() * 1e9 / (System.nanoTime() - began);
            worker.stop(task.multipliedBy(2));
            return List.of(result(stores, perSecond, lost.get(), probes, task));
        } finally {
            session.progress().done();
        }
    }

    private static Optional<byte[]> hold(Task held, Duration task, AtomicInteger lost) throws InterruptedException {
        try {
            TimeUnit.NANOSECONDS.sleep(task.toNanos());
        } finally {
            if (!held.isOwned() || held.attemptIndex() > 0) {
                lost.incrementAndGet();
            }
        }
        return Optional.empty();
    }

    private static Result result(BenchStores stores, double perSecond, int lost, Probes probes, Duration task) {
        var details = new LinkedHashMap<String, Double>();
        details.put("missed_renewals", (double) lost);
        details.put("latency_drift", probes.last.median() / Math.max(probes.first.median(), 1e-6));
        details.put("heap_mb", probes.heap.last());
        details.put("heap_slope_mb_per_minute", probes.heap.slope());
        return new Result(
                new Result.Subject("S3", FlowFabricRun.NAME, stores.store()),
                Figures.of(perSecond, probes.all),
                Map.of("handlers", "" + HANDLERS, "task_ms", "" + task.toMillis(), "lease_ms", "" + task.toMillis()),
                details);
    }

    /** Single executions that see how long a start takes meanwhile, in the first third, the last one, and at all. */
    private static final class Probes {
        private final FlowFabric fabric;
        private final long lasts;
        private final Latencies all = new Latencies();
        private final Latencies first = new Latencies();
        private final Latencies last = new Latencies();
        private final Heap heap = new Heap();

        Probes(FlowFabric fabric, Duration lasts) {
            this.fabric = fabric;
            this.lasts = lasts.toNanos();
        }

        void run() throws InterruptedException {
            long began = System.nanoTime();
            int heapSamples = 0;
            for (long passed = 0; passed < lasts; passed = System.nanoTime() - began) {
                if (passed >= heapSamples * lasts / HEAP_SAMPLES) {
                    heap.sample();
                    heapSamples++;
                }
                long took = probe();
                all.add(took);
                if (passed < lasts / 3) {
                    first.add(took);
                } else if (passed >= lasts - lasts / 3) {
                    last.add(took);
                }
                TimeUnit.NANOSECONDS.sleep(BETWEEN_PROBES.toNanos());
            }
            // However slow they are, there is a last one.
            last.add(probe());
        }

        private long probe() {
            long submittedAt = Kinds.nanosNow();
            byte[] stamp = fabric.submit(PROBES, Kinds.STAMP, new byte[0]).await(byte[].class, Duration.ofSeconds(30));
            return Kinds.nanos(stamp) - submittedAt;
        }
    }
}
