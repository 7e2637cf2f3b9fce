package io.flowfabric.bench.scenario;

import io.flowfabric.bench.ceiling.PostgresCeiling;
import io.flowfabric.bench.ceiling.SqliteCeiling;
import io.flowfabric.bench.contestant.Contestant;
import io.flowfabric.bench.contestant.Entrant;
import io.flowfabric.bench.contestant.FlowFabricContestant;
import io.flowfabric.bench.place.Arena;
import io.flowfabric.bench.place.Place;
import io.flowfabric.bench.place.PostgresHost;
import io.flowfabric.bench.place.SqliteDirectory;
import io.flowfabric.bench.report.Result;
import java.util.function.BiFunction;

/** Enters FlowFabric and hand-written SQL into a race. */
final class Entrants {
    private Entrants() {}

    private record Named<P extends Place>(String name, BiFunction<P, Integer, Contestant> entering)
            implements Entrant<P> {
        @Override
        public Contestant enter(P place, int workers) {
            return entering.apply(place, workers);
        }
    }

    static Entrant<Place> flowFabric(Load load) {
        return new Named<>(
                FlowFabricContestant.NAME,
                (place, workers) -> new FlowFabricContestant(place, workers, load.processes()));
    }

    static Runner<?> flowFabric(String scenario, Arena arena, Load load) {
        var subject = new Result.Subject(scenario, FlowFabricContestant.NAME, arena.store());
        return new Runner<>(subject, flowFabric(load), arena::fresh, load, true);
    }

    static Runner<?> ceiling(Arena arena, Load load) {
        var subject = new Result.Subject("S0", "sql", arena.store());
        if (arena instanceof PostgresHost host) {
            return new Runner<>(
                    subject,
                    new Named<>("sql", (place, workers) -> new PostgresCeiling(place)),
                    host::fresh,
                    load,
                    true);
        }
        return new Runner<>(
                subject,
                new Named<>("sql", (place, workers) -> new SqliteCeiling(place)),
                ((SqliteDirectory) arena)::fresh,
                load,
                true);
    }
}
