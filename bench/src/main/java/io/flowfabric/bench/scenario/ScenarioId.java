package io.flowfabric.bench.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What may be asked for. */
public enum ScenarioId {
    S0,
    S1,
    S2,
    S3,
    S4,
    S5,
    S6,
    S7,
    S22;

    /** The scenarios of some ids, in their order. S0 and S1 are one, because they have to take turns. */
    public static List<Scenario> scenarios(Set<ScenarioId> ids) {
        var scenarios = new ArrayList<Scenario>();
        if (ids.contains(S0) || ids.contains(S1)) {
            scenarios.add(new Throughput(ids.contains(S0), ids.contains(S1)));
        }
        for (var id : values()) {
            if (ids.contains(id) && id.compareTo(S1) > 0) {
                scenarios.add(single(id));
            }
        }
        return scenarios;
    }

    private static Scenario single(ScenarioId id) {
        return switch (id) {
            case S0, S1 -> throw new IllegalArgumentException(id + " does not run alone");
            case S2 -> new Latency();
            case S3 -> new SteadyState();
            case S4 -> new BacklogScenario();
            case S5 -> new RoutingScenario();
            case S6 -> new ReclaimScenario();
            case S7 -> new Pressure();
            case S22 -> new PurgeScenario();
        };
    }
}
