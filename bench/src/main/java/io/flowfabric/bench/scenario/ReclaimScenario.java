package io.flowfabric.bench.scenario;

import io.flowfabric.bench.measure.Latencies;
import io.flowfabric.bench.process.BenchWorkerProcess;
import io.flowfabric.bench.process.Kinds;
import io.flowfabric.bench.process.OwnProcess;
import io.flowfabric.bench.report.Figures;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.store.BenchStores;
import io.flowfabric.bench.system.BulkSubmission;
import io.flowfabric.bench.system.FlowFabricRun;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.read.ExecutionSnapshot;
import io.flowfabric.sdk.FlowFabric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * S6: a worker process that holds a thousand leases is killed. Measured for every execution from the end of its lease to
 * the start of its next attempt. One engine survives, or several of which each waits for work: the first in this process,
 * the others in their own. Their workers begin after the kill, and find nothing to do until the first lease ends. A first
 * round warms the processes up; the second one counts.
 */
final class ReclaimScenario implements Scenario {
    private static final List<String> LANES = List.of(FlowFabricRun.LANE);
    private static final int MOST_LEASES = 1000;
    private static final Duration LEASE = Duration.ofSeconds(6);
    private static final Duration TIMEOUT = Duration.ofSeconds(120);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    @Override
    public String title() {
        return "S6: a worker that holds 1,000 leases is killed";
    }

    @Override
    public List<Result> run(Session session, BenchStores stores) throws Exception {
        var lease = session.lasting(LEASE, LEASE);
        try (var benchStore = stores.fresh();
                var fabric = FlowFabric.open(benchStore.address());
                var engines = new Engines(
                        new OwnProcess(fabric, LEASE),
                        benchStore.address(),
                        LEASE,
                        session.load().executions())) {
            var results = new ArrayList<Result>();
            for (int survivors : session.extent().engines()) {
                engines.growTo(survivors);
                session.progress()
                        .phase("S6 on %s, surviving engines: %d, warming up".formatted(stores.store(), survivors));
                var first = round(session, fabric, engines, benchStore.address());
                session.progress().phase("S6 on %s, surviving engines: %d".formatted(stores.store(), survivors));
                var measured = round(session, fabric, engines, benchStore.address());
                results.add(result(stores, survivors, lease, new Rounds(first, measured)));
            }
            return results;
        } finally {
            session.progress().done();
        }
    }

    /** One worker that is killed, and how long its executions waited. */
    private static Found round(Session session, FlowFabric fabric, Engines engines, String address) throws Exception {
        try (var victim = BenchWorkerProcess.start(address, session.lasting(LEASE, LEASE))) {
            var ends = killed(session, fabric.engine(), victim);
            engines.work(session.load().workers(), LANES);
            long waitingSince = System.currentTimeMillis();
            var found = waitedFor(fabric, ends, waitingSince);
            engines.rest();
            return found;
        }
    }

    /** Has the victim take leases and kills it; answers when they end, in milliseconds since the epoch. */
    private static Map<ExecutionId, Long> killed(Session session, Engine engine, BenchWorkerProcess victim)
            throws InterruptedException {
        int leases = Math.min(MOST_LEASES, Math.max(session.load().executions() / 50, 1));
        var execution = BulkSubmission.execution(
                        LANES.get(0), Kinds.HOLD, session.load().payload())
                .build();
        var ids = BulkSubmission.submit(engine, leases, execution);
        victim.hold(leases, LANES);
        awaitRunning(victim, leases);
        victim.kill();
        return leaseEnds(engine, ids);
    }

    private static void awaitRunning(BenchWorkerProcess victim, int leases) throws InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (victim.running() < leases) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the worker process holds %d of %d leases after %s"
                        .formatted(victim.running(), leases, TIMEOUT));
            }
            TimeUnit.NANOSECONDS.sleep(POLL_INTERVAL.toNanos());
        }
    }

    private static Map<ExecutionId, Long> leaseEnds(Engine engine, List<ExecutionId> ids) {
        return ids.parallelStream()
                .collect(Collectors.toMap(
                        Function.identity(),
                        id -> engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id))
                                .flatMap(ExecutionSnapshot::currentLease)
                                .orElseThrow()
                                .expiresAt()));
    }

    /** @param waitedMs from the moment when every engine waited to the end of the first lease */
    private record Found(Latencies restarts, double waitedMs) {
        double lastMs() {
            return restarts.percentile(1);
        }
    }

    /** @param first in which processes that were just started reclaim for the first time */
    private record Rounds(Found first, Found measured) {}

    /**
     * Waits for the execution whose lease ends last first, so that asking costs next to nothing while they are
     * reclaimed.
     */
    private static Found waitedFor(FlowFabric fabric, Map<ExecutionId, Long> ends, long waitingSince) {
        var restarts = new Latencies();
        ends.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(end -> {
                    byte[] stamp = fabric.execution(end.getKey()).await(byte[].class, TIMEOUT);
                    restarts.add(Kinds.nanos(stamp) - TimeUnit.MILLISECONDS.toNanos(end.getValue()));
                });
        return new Found(restarts, Collections.min(ends.values()) - (double) waitingSince);
    }

    private static Result result(BenchStores stores, int engines, Duration lease, Rounds rounds) {
        var found = rounds.measured();
        var settings = new LinkedHashMap<>(IdleWorkers.onOneLane(engines).settings());
        settings.put("leases", Integer.toString(found.restarts().count()));
        settings.put("lease_ms", Long.toString(lease.toMillis()));
        var details = new LinkedHashMap<String, Double>();
        details.put("last_ms", found.lastMs());
        details.put("last_of_first_round_ms", rounds.first().lastMs());
        details.put("waited_ms", found.waitedMs());
        return new Result(
                new Result.Subject("S6", FlowFabricRun.NAME, stores.store()),
                Figures.of(found.restarts()),
                settings,
                details);
    }
}
