package io.flowfabric.bench.scenario;

import io.flowfabric.bench.report.Figures;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.store.BenchStore;
import io.flowfabric.bench.store.BenchStores;
import io.flowfabric.bench.system.FlowFabricRun;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.sdk.FlowFabric;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * S22: as many finished executions as two runs of S1 leave are purged, first alone and then beside S1's work as a
 * steady
 * stream. Purging has to keep up with submitting, so both rates are taken in one run.
 */
final class PurgeScenario implements Scenario {
    /** What the timers purge at once. */
    private static final int BATCH = 500;

    private static final Duration IN_FULL = Duration.ofMinutes(1);
    private static final Duration IN_SHORT = Duration.ofSeconds(10);
    private static final double SECOND = 1e9;

    @Override
    public String title() {
        return "S22: finished executions purged, alone and beside a steady stream";
    }

    @Override
    public List<Result> run(Session session, BenchStores stores) throws Exception {
        session.progress().phase("S22 on %s, warming up".formatted(stores.store()));
        var load = session.load();
        try (BenchStore benchStore = stores.fresh()) {
            fill(benchStore, load, warmUp(load));
            purge(benchStore);
            session.progress().phase("S22 on %s, alone".formatted(stores.store()));
            double submitted = fill(benchStore, load, many(load));
            var alone = purge(benchStore);
            session.progress().phase("S22 on %s, beside a stream".formatted(stores.store()));
            var details = new LinkedHashMap<String, Double>();
            details.put("submitted_per_second", submitted);
            details.put("ratio_to_submitted", alone.perSecond() / submitted);
            fill(benchStore, load, many(load));
            return List.of(beside(session, benchStore, alone, details));
        } finally {
            session.progress().done();
        }
    }

    private static int many(Load load) {
        return 2 * load.executions();
    }

    private static int warmUp(Load load) {
        return Math.max(load.executions() / 5, 1);
    }

    /** Leaves finished executions behind; answers how many were submitted per second. */
    private static double fill(BenchStore benchStore, Load load, int count) {
        try (var finishing = new FlowFabricRun(benchStore, load.workers(), load.processes())) {
            finishing.prepare();
            long began = System.nanoTime();
            finishing.submit(count, load.payload());
            double perSecond = count * SECOND / (System.nanoTime() - began);
            finishing.drain();
            return perSecond;
        }
    }

    private static PurgeRun purge(BenchStore benchStore) {
        try (var fabric = FlowFabric.open(benchStore.address())) {
            return purge(fabric.engine(), Long.MAX_VALUE);
        }
    }

    /** What was purged in some time. */
    private record PurgeRun(long executions, long nanos) {
        double perSecond() {
            return executions * SECOND / Math.max(nanos, 1);
        }
    }

    /** Purges until nothing is left, or for so long. */
    private static PurgeRun purge(Engine engine, long mostNanos) {
        long began = System.nanoTime();
        long purged = 0;
        int last = BATCH;
        while (last == BATCH && System.nanoTime() - began < mostNanos) {
            last = engine.call(Catalogue.TRIM_RETENTION, TrimRetention.all(0, BATCH));
            purged += last;
        }
        return new PurgeRun(purged, System.nanoTime() - began);
    }

    /** A stream by itself on another store would be another run, so the stream is compared with itself afterwards. */
    private static Result beside(Session session, BenchStore benchStore, PurgeRun alone, Map<String, Double> details)
            throws Exception {
        var lasts = session.lasting(IN_FULL, IN_SHORT);
        try (var fabric = FlowFabric.open(benchStore.address())) {
            var stream = new Stream(fabric, session.load());
            var purging = CompletableFuture.supplyAsync(() -> purge(fabric.engine(), lasts.toNanos()));
            var perSecond = stream.flow(lasts);
            details.put("purged_beside_per_second", purging.get().perSecond());
            details.put("purged_beside_seconds", purging.get().nanos() / SECOND);
            details.put("completed_beside_per_second", mean(perSecond));
            var undisturbed = new Stream(fabric, session.load());
            details.put("completed_without_per_second", mean(undisturbed.flow(lasts)));
            details.put("claim_without_p50_ms", undisturbed.probe().all().median());
            details.put("claim_without_p99_ms", undisturbed.probe().all().percentile(0.99));
            return new Result(
                    new Result.Subject("S22", FlowFabricRun.NAME, benchStore.store()),
                    Figures.of(alone.perSecond(), stream.probe().all()),
                    Map.of("executions", Integer.toString(many(session.load()))),
                    details,
                    perSecond);
        }
    }

    private static double mean(List<Double> rates) {
        return rates.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}
