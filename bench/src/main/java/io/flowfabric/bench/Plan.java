package io.flowfabric.bench;

import io.flowfabric.bench.scenario.Load;
import io.flowfabric.bench.scenario.ScenarioId;
import io.flowfabric.bench.scenario.Session.Extent;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What a benchmark is going to do. */
record Plan(Set<ScenarioId> scenarios, StoreChoice store, Load load, Extent extent, Files files) {

    /** Whether all scenarios run, and not in full: then most of them run on one major of PostgreSQL. */
    boolean isKeptShort() {
        return scenarios.containsAll(EnumSet.allOf(ScenarioId.class)) && !extent.isFull();
    }

    /**
     * What it leaves behind.
     *
     * @param profiles the directory of the flame graphs
     */
    record Files(Optional<Path> json, Optional<Path> plot, Optional<Path> profiles) {}
}
