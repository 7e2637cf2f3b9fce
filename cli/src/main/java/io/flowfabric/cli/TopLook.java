package io.flowfabric.cli;

import io.flowfabric.cli.looks.EngineLooks;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.ScanEligibleExecutions;
import io.flowfabric.model.op.WorkerEntry;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What {@code ff top} shows.
 *
 * @param leases held ones and expired ones that nobody has taken over
 */
record TopLook(
        long at, CompletionRates.Ended ended, List<Lane> lanes, List<WorkerEntry> workers, int leases, int expired) {
    static final int MOST_COUNTED = 1_000;

    /** A lane: how many executions could be claimed at once, and how many workers serve it. */
    record Lane(LaneId laneId, int eligible, long workers) {}

    static TopLook at(Engine engine, CompletionRates rates) {
        long now = EngineLooks.now(engine);
        var workers = EngineLooks.workers(engine, Optional.empty());
        var lanes = EngineLooks.lanes(engine).stream()
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
        return new TopLook(now, rates.since(now), lanes, workers, leases(engine, Long.MAX_VALUE), leases(engine, now));
    }

    private static int leases(Engine engine, long asOf) {
        return EngineLooks.leases(engine, asOf, Optional.empty(), MOST_COUNTED)
                .entries()
                .size();
    }
}
