package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.command.Weighed;
import io.flowfabric.engine.rules.claim.AdmissionRules;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.claim.GrantRequest;
import io.flowfabric.engine.rules.claim.GrantRules;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.claim.Candidate;
import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.engine.store.claim.ClaimScan.Position;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.op.claim.ClaimForWorker;
import io.flowfabric.model.op.claim.ClaimForWorkerOutcome;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Granting a worker the first execution of a lane that it may start, and holding back what no live worker can run. */
final class WorkerGrants {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerGrants.class);

    /**
     * Candidates before the first that can be granted are read one by one, so that no more is locked than is granted.
     */
    private static final int ONE_BY_ONE = 16;

    /** After so many, one round trip each would cost more than locking further candidates for a short time. */
    private static final int LOOK = 16;

    /** How many are blocked at a time. */
    private static final int HELD_BACK = 64;

    private final CommandExecutor calls;
    private final Routes routes;

    WorkerGrants(CommandExecutor calls, Routes routes) {
        this.calls = calls;
        this.routes = routes;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.CLAIM_FOR_WORKER, this::claim);
    }

    ClaimForWorkerOutcome claim(ClaimForWorker args) {
        CommandExecutor.require(GrantRequest.checkTtl(args.grantTtlMs()));
        var request = new GrantRequest(
                UUID.randomUUID().toString(),
                args.workerId(),
                args.workerInstanceId(),
                CapabilitySet.ofWorker(args.workerCapabilities()),
                args.grantTtlMs());
        var walk = calls.writeUninterruptibly(Weighed.ROW_WEIGHT, tx -> first(tx, args, request));
        if (!walk.unmatched().isEmpty()) {
            holdBack(walk);
        }
        return walk.outcome();
    }

    /**
     * The result of a walk along the lane.
     *
     * @param end the position of the execution that was granted; empty when none was
     * @param unmatched the queues that were skipped for lack of a capability
     */
    private record Walk(ClaimForWorkerOutcome outcome, Optional<Position> end, List<Queue> unmatched) {
        private boolean hasPassed(Execution e) {
            return end.isEmpty() || Position.ORDER.compare(Position.of(e), end.get()) < 0;
        }
    }

    private static Walk first(WriteTx tx, ClaimForWorker args, GrantRequest request) {
        var byFit = tx.lanes().queuesOf(List.of(args.laneId()), args.namespace()).stream()
                .collect(Collectors.partitioningBy(queue -> ClaimRules.serves(
                        request.capabilities(), args.namespace(), queue.namespace(), queue.requiredCapabilities())));
        var served = byFit.get(true);
        var unmatched = byFit.get(false);
        return served.isEmpty()
                ? new Walk(new ClaimForWorkerOutcome.NoWork(), Optional.empty(), unmatched)
                : walk(tx, numbers(served), request, unmatched);
    }

    private static List<Integer> numbers(List<Queue> queues) {
        return queues.stream().map(Queue::number).toList();
    }

    /** After the grant and not with it: the worker has its answer even if this fails. */
    private void holdBack(Walk walk) {
        try {
            var unroutable = routes.unroutable(walk.unmatched());
            if (!unroutable.isEmpty()) {
                calls.write(0, tx -> holdBack(tx, walk, numbers(unroutable)));
            }
        } catch (EngineException unable) {
            LOG.warn("Executions that no live worker can run were not blocked: {}", unable.getMessage());
        }
    }

    private static List<Candidate> holdBack(WriteTx tx, Walk walk, List<Integer> queues) {
        var candidates =
                tx.executions().lockClaimable(ClaimScan.of(queues, HELD_BACK)).candidates();
        long now = tx.now();
        for (var candidate : candidates) {
            if (walk.hasPassed(candidate.loaded().execution())) {
                CommandExecutor.store(tx, AdmissionRules.blockUnroutable(candidate.loaded(), now));
            }
        }
        return candidates;
    }

    /** The whole lane if need be: skipped candidates must not hide those behind them. */
    private static Walk walk(WriteTx tx, List<Integer> queues, GrantRequest request, List<Queue> unmatched) {
        var scan = ClaimScan.of(queues, 1);
        for (int looks = 1; ; looks++) {
            var candidates = tx.executions().lockClaimable(scan).candidates();
            long now = tx.now();
            for (var candidate : candidates) {
                var outcome = CommandExecutor.store(tx, GrantRules.claimForWorker(candidate.loaded(), request, now))
                        .orThrow();
                if (outcome instanceof ClaimForWorkerOutcome.Granted) {
                    var end = Position.of(candidate.loaded().execution());
                    return new Walk(outcome, Optional.of(end), unmatched);
                }
            }
            if (candidates.size() < scan.limit()) {
                return new Walk(new ClaimForWorkerOutcome.NoWork(), Optional.empty(), unmatched);
            }
            var last = candidates.get(candidates.size() - 1).loaded().execution();
            scan = scan.behind(Position.of(last), looks < ONE_BY_ONE ? 1 : LOOK);
        }
    }
}
