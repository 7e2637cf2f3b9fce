package io.flowfabric.bench.scenario;

import io.flowfabric.bench.process.Kinds;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.store.BenchStore;
import io.flowfabric.bench.store.BenchStores;
import io.flowfabric.bench.system.BulkSubmission;
import io.flowfabric.bench.system.FlowFabricRun;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.operator.BlockExecutionForAdmission;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.sdk.FlowFabric;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/**
 * S4: S1 in a store that is full of executions which are none of its business: as many finished and as many delayed as two
 * runs submit, and a tenth of that blocked. Compared with runs in an empty store that take turns with it.
 */
final class BacklogScenario implements Scenario {
    private static final int MOST_REPEATS = 3;
    private static final int BLOCKERS = 16;

    @Override
    public String title() {
        return "S4: S1 among finished, delayed and blocked executions";
    }

    @Override
    public List<Result> run(Session session, BenchStores stores) throws Exception {
        var load = session.load();
        session.progress().phase("S4 on %s, filling the store".formatted(stores.store()));
        try (BenchStore crowded = stores.fresh()) {
            fill(crowded, load);
            var empty = MeasuredSystems.flowFabric("S4, empty store,", stores, load);
            var full = MeasuredSystems.flowFabric("S4", RunSetup.kept(crowded), stores.store(), load);
            var results = new Race(session.progress())
                    .run(List.of(empty, full), List.of(), Math.min(load.repeats(), MOST_REPEATS));
            return List.of(compared(results.get(1), results.get(0), load));
        }
    }

    private static Result compared(Result full, Result empty, Load load) {
        double emptyOps = empty.figures().ops().orElseThrow().median();
        var details = new LinkedHashMap<>(full.details());
        details.put("empty_ops_per_second", emptyOps);
        details.put("ratio_to_empty", full.figures().ops().orElseThrow().median() / emptyOps);
        var settings = new LinkedHashMap<>(full.settings());
        settings.put("finished", Integer.toString(many(load)));
        settings.put("delayed", Integer.toString(many(load)));
        settings.put("blocked", Integer.toString(few(load)));
        return new Result(full.subject(), full.figures(), settings, details);
    }

    private static int many(Load load) {
        return 2 * load.executions();
    }

    private static int few(Load load) {
        return Math.max(load.executions() / 5, 1);
    }

    private static void fill(BenchStore benchStore, Load load) throws Exception {
        byte[] payload = load.payload();
        try (var finishing = new FlowFabricRun(benchStore, load.workers(), load.processes())) {
            finishing.prepare();
            finishing.submit(many(load), payload);
            finishing.drain();
        }
        try (var fabric = FlowFabric.open(benchStore.address())) {
            var execution = BulkSubmission.execution(FlowFabricRun.LANE, Kinds.NOOP, payload);
            block(fabric.engine(), BulkSubmission.submit(fabric.engine(), few(load), execution.build()));
            long tomorrow = System.currentTimeMillis() + Duration.ofDays(1).toMillis();
            BulkSubmission.submit(
                    fabric.engine(), many(load), execution.delayUntil(tomorrow).build());
        }
    }

    private static void block(Engine engine, List<ExecutionId> ids) throws Exception {
        var threads = Executors.newFixedThreadPool(BLOCKERS);
        try {
            var calls = ids.stream()
                    .<Callable<Object>>map(id -> () -> engine.call(
                            Catalogue.BLOCK_EXECUTION_FOR_ADMISSION,
                            new BlockExecutionForAdmission(
                                    id,
                                    Optional.empty(),
                                    BlockingReason.WAITING_FOR_BUDGET.literal(),
                                    Optional.empty())))
                    .toList();
            for (var done : threads.invokeAll(calls)) {
                done.get();
            }
        } finally {
            threads.shutdown();
        }
    }
}
