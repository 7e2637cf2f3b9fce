package io.flowfabric.bench.report;

import io.flowfabric.bench.machine.Disk;
import io.flowfabric.bench.machine.Machine;
import io.flowfabric.bench.machine.Server;
import java.time.Instant;
import java.util.List;

/**
 * Everything that was found.
 *
 * @param results in the order of the scenarios
 */
public record Report(Origin origin, List<Result> results) {

    /**
     * Where and when.
     *
     * @param servers of PostgreSQL, as far as it was measured
     */
    public record Origin(Machine machine, Disk disk, List<Server> servers, Instant date) {

        /** Copies the servers. */
        public Origin {
            servers = List.copyOf(servers);
        }
    }

    /** Copies the results. */
    public Report {
        results = List.copyOf(results);
    }
}
