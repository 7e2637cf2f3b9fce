package io.flowfabric.bench.scenario;

import io.flowfabric.bench.contestant.Bulk;
import io.flowfabric.bench.contestant.FlowFabricContestant;
import io.flowfabric.bench.measure.Latencies;
import io.flowfabric.bench.place.Arena;
import io.flowfabric.bench.process.Kinds;
import io.flowfabric.bench.process.WorkerProcess;
import io.flowfabric.bench.report.Figures;
import io.flowfabric.bench.report.Result;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExecutionSnapshot;
import io.flowfabric.sdk.FlowFabric;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * S6: a worker process that holds a thousand leases is killed. Measured for every execution from the end of its lease to
 * the start of its next attempt, on a worker that is started after the kill and finds nothing to do at first.
 */
final class Takeover implements Scenario {
    private static final String LANE = FlowFabricContestant.LANE;
    private static final int MOST_LEASES = 1000;
    private static final Duration LEASE = Duration.ofSeconds(6);
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Duration LOOK = Duration.ofMillis(20);

    @Override
    public String title() {
        return "S6: a worker that holds 1,000 leases is killed";
    }

    @Override
    public List<Result> run(Session session, Arena arena) throws Exception {
        session.progress().phase("S6 on " + arena.store());
        var lease = session.lasting(LEASE, LEASE);
        int leases = Math.min(MOST_LEASES, Math.max(session.load().executions() / 50, 1));
        try (var place = arena.fresh();
                var fabric = FlowFabric.open(place.address());
                var victim = WorkerProcess.start(place.address(), LANE, lease)) {
            var execution =
                    Bulk.execution(LANE, Kinds.HOLD, session.load().payload()).build();
            var ids = Bulk.submit(fabric.engine(), leases, execution);
            victim.work(leases);
            awaitRunning(victim, leases);
            victim.kill();
            var ends = leaseEnds(fabric.engine(), ids);
            var restarts = new Restarts(leases);
            fabric.worker(LANE)
                    .concurrency(session.load().workers())
                    .on(Kinds.HOLD, task -> restarts.note(task.executionId()))
                    .start();
            return List.of(result(arena, restarts.after(ends), settings(leases, lease)));
        } finally {
            session.progress().done();
        }
    }

    private static void awaitRunning(WorkerProcess victim, int leases) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (victim.running() < leases) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the worker process holds %d of %d leases after %s"
                        .formatted(victim.running(), leases, PATIENCE));
            }
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
    }

    /** When the leases end that nobody renews any longer, in milliseconds since the epoch. */
    private static Map<ExecutionId, Long> leaseEnds(Engine engine, List<ExecutionId> ids) {
        return ids.parallelStream()
                .collect(Collectors.toMap(
                        Function.identity(),
                        id -> engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id))
                                .flatMap(ExecutionSnapshot::currentLease)
                                .orElseThrow()
                                .expiresAt()));
    }

    private static Map<String, String> settings(int leases, Duration lease) {
        return Map.of("leases", "" + leases, "lease_ms", "" + lease.toMillis());
    }

    private static Result result(Arena arena, Latencies restarted, Map<String, String> settings) {
        return new Result(
                new Result.Subject("S6", FlowFabricContestant.NAME, arena.store()),
                Figures.of(restarted),
                settings,
                Map.of("last_ms", restarted.percentile(1)));
    }

    /** When each execution was started again. */
    private static final class Restarts {
        private final Map<ExecutionId, Long> nanos = new ConcurrentHashMap<>();
        private final CountDownLatch left;

        Restarts(int expected) {
            this.left = new CountDownLatch(expected);
        }

        Optional<byte[]> note(ExecutionId id) {
            if (nanos.putIfAbsent(id, Kinds.nanosNow()) == null) {
                left.countDown();
            }
            return Optional.empty();
        }

        Latencies after(Map<ExecutionId, Long> ends) throws InterruptedException {
            if (!left.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "%d executions were not started again within %s".formatted(left.getCount(), PATIENCE));
            }
            var latencies = new Latencies();
            nanos.forEach((id, startedAt) -> latencies.add(startedAt - TimeUnit.MILLISECONDS.toNanos(ends.get(id))));
            return latencies;
        }
    }
}
