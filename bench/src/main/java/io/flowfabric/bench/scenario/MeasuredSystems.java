package io.flowfabric.bench.scenario;

import io.flowfabric.bench.ceiling.PostgresCeiling;
import io.flowfabric.bench.ceiling.SqliteCeiling;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.store.BenchStore;
import io.flowfabric.bench.store.BenchStores;
import io.flowfabric.bench.store.PostgresHost;
import io.flowfabric.bench.store.SqliteDirectory;
import io.flowfabric.bench.system.FlowFabricRun;
import io.flowfabric.bench.system.SystemRun;
import io.flowfabric.bench.system.SystemUnderTest;
import java.util.function.BiFunction;

/** Enters FlowFabric and hand-written SQL into a race. */
final class MeasuredSystems {
    private MeasuredSystems() {}

    private record Named<P extends BenchStore>(String name, BiFunction<P, Integer, SystemRun> entering)
            implements SystemUnderTest<P> {
        @Override
        public SystemRun enter(P benchStore, int workers) {
            return entering.apply(benchStore, workers);
        }
    }

    /** FlowFabric, wherever it is to run. */
    static Runner<?> flowFabric(String scenario, RunSetup<? extends BenchStore> setup, String store, Load load) {
        return enter(new Result.Subject(scenario, FlowFabricRun.NAME, store), setup, load);
    }

    private static <P extends BenchStore> Runner<P> enter(Result.Subject subject, RunSetup<P> setup, Load load) {
        var entrant = new Named<P>(
                FlowFabricRun.NAME,
                (benchStore, workers) ->
                        new FlowFabricRun(benchStore, workers, load.processes(), load.batch(), load.executions()));
        return new Runner<>(subject, entrant, setup, load, true);
    }

    /** FlowFabric on a new store each time. */
    static Runner<?> flowFabric(String scenario, BenchStores stores, Load load) {
        return flowFabric(scenario, RunSetup.fresh(stores::fresh), stores.store(), load);
    }

    /** Hand-written SQL on a new store each time. */
    static Runner<?> ceiling(BenchStores stores, Load load) {
        var subject = new Result.Subject("S0", "sql", stores.store());
        if (stores instanceof PostgresHost host) {
            return new Runner<>(
                    subject,
                    new Named<>("sql", (benchStore, workers) -> new PostgresCeiling(benchStore)),
                    RunSetup.fresh(host::fresh),
                    load,
                    true);
        }
        return new Runner<>(
                subject,
                new Named<>("sql", (benchStore, workers) -> new SqliteCeiling(benchStore)),
                RunSetup.fresh(((SqliteDirectory) stores)::fresh),
                load,
                true);
    }
}
