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

    /** FlowFabric, wherever it is to run. */
    static Runner<?> flowFabric(String scenario, Venue<? extends Place> venue, String store, Load load) {
        return enter(new Result.Subject(scenario, FlowFabricContestant.NAME, store), venue, load);
    }

    private static <P extends Place> Runner<P> enter(Result.Subject subject, Venue<P> venue, Load load) {
        var entrant = new Named<P>(
                FlowFabricContestant.NAME,
                (place, workers) ->
                        new FlowFabricContestant(place, workers, load.processes(), load.batch(), load.executions()));
        return new Runner<>(subject, entrant, venue, load, true);
    }

    /** FlowFabric in a new place each time. */
    static Runner<?> flowFabric(String scenario, Arena arena, Load load) {
        return flowFabric(scenario, Venue.fresh(arena::fresh), arena.store(), load);
    }

    /** Hand-written SQL in a new place each time. */
    static Runner<?> ceiling(Arena arena, Load load) {
        var subject = new Result.Subject("S0", "sql", arena.store());
        if (arena instanceof PostgresHost host) {
            return new Runner<>(
                    subject,
                    new Named<>("sql", (place, workers) -> new PostgresCeiling(place)),
                    Venue.fresh(host::fresh),
                    load,
                    true);
        }
        return new Runner<>(
                subject,
                new Named<>("sql", (place, workers) -> new SqliteCeiling(place)),
                Venue.fresh(((SqliteDirectory) arena)::fresh),
                load,
                true);
    }
}
