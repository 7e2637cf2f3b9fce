package io.flowfabric.cli.rendering;

import io.flowfabric.cli.query.EngineQueries;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.worker.WorkerEntry;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What {@code ff top} shows.
 *
 * @param leases held ones and expired ones that were not reclaimed
 */
public record TopSnapshot(
        long at, CompletionRates.Ended ended, List<Lane> lanes, List<WorkerEntry> workers, int leases, int expired) {
    static final int MOST_COUNTED = 1_000;

    /** A lane: how many executions could be claimed at once, and how many workers serve it. */
    record Lane(LaneId laneId, int eligible, long workers) {}

    public static TopSnapshot at(Engine engine, CompletionRates rates) {
        long now = EngineQueries.now(engine);
        var workers = EngineQueries.workers(engine, Optional.empty());
        var lanes = EngineQueries.lanes(engine).stream()
                .map(lane -> new Lane(
                        lane,
                        engine.call(
                                        Catalogue.SCAN_ELIGIBLE_EXECUTIONS,
                                        new ScanEligibleExecutions(lane, MOST_COUNTED, OptionalInt.empty()))
                                .size(),
                        workers.stream()
                                .filter(worker -> worker.lanes().contains(lane))
                                .count()))
                .toList();
        return new TopSnapshot(
                now, rates.since(now), lanes, workers, leases(engine, Long.MAX_VALUE), leases(engine, now));
    }

    private static int leases(Engine engine, long asOf) {
        return EngineQueries.leases(engine, asOf, Optional.empty(), MOST_COUNTED)
                .entries()
                .size();
    }
}
