package io.flowfabric.bench.report;

import io.flowfabric.bench.machine.Disk;
import io.flowfabric.bench.machine.Machine;
import io.flowfabric.bench.machine.Server;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything that was found.
 *
 * @param results in the order of the scenarios
 */
public record Report(Origin origin, List<Result> results) {

    /**
     * Where and when.
     *
     * @param server if PostgreSQL was measured
     */
    public record Origin(Machine machine, Disk disk, Optional<Server> server, Instant date) {}

    /** Copies the results. */
    public Report {
        results = List.copyOf(results);
    }
}
