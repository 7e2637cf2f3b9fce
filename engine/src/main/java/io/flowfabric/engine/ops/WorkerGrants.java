package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.AdmissionRules;
import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.engine.rules.GrantRequest;
import io.flowfabric.engine.rules.GrantRules;
import io.flowfabric.engine.store.Candidate;
import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.engine.store.ClaimScan.Position;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.WriteTx.Queue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.op.ClaimForWorker;
import io.flowfabric.model.op.ClaimForWorkerOutcome;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Granting a worker the first execution of a lane that it may start, and holding back what no live worker can run. */
final class WorkerGrants {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerGrants.class);

    /** What stands in front of the first that can be granted is looked at one by one, so that no more is locked than is granted. */
    private static final int ONE_BY_ONE = 16;

    /** Behind so many, a round trip for each would take longer than others are kept from what is locked in passing. */
    private static final int LOOK = 16;

    /** So many are held back at a time. */
    private static final int HELD_BACK = 64;

    private final Calls calls;
    private final Routes routes;

    WorkerGrants(Calls calls, Routes routes) {
        this.calls = calls;
        this.routes = routes;
    }

    ClaimForWorkerOutcome claim(ClaimForWorker args) {
        Calls.require(GrantRequest.checkTtl(args.grantTtlMs()));
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
     * How a walk along the lane has ended.
     *
     * @param end where the execution stands that was granted; empty when none was
     * @param unmatched the queues that were passed over for want of a capability
     */
    private record Walk(ClaimForWorkerOutcome outcome, Optional<Position> end, List<Queue> unmatched) {
        private boolean hasPassed(Execution e) {
            return end.isEmpty() || Position.ORDER.compare(Position.of(e), end.get()) < 0;
        }
    }

    private static Walk first(WriteTx tx, ClaimForWorker args, GrantRequest request) {
        var byFit = tx.queuesOf(List.of(args.laneId()), args.namespace()).stream()
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

    /** After the grant and not with it: the worker has its answer whatever becomes of the others. */
    private void holdBack(Walk walk) {
        try {
            var unroutable = routes.unroutable(walk.unmatched());
            if (!unroutable.isEmpty()) {
                calls.write(0, tx -> holdBack(tx, walk, numbers(unroutable)));
            }
        } catch (EngineException unable) {
            LOG.warn("Executions that no live worker can run were not held back: {}", unable.getMessage());
        }
    }

    private static List<Candidate> holdBack(WriteTx tx, Walk walk, List<Integer> queues) {
        var candidates = tx.lockClaimable(ClaimScan.of(queues, HELD_BACK)).candidates();
        long now = tx.now();
        for (var candidate : candidates) {
            if (walk.hasPassed(candidate.loaded().execution())) {
                Calls.store(tx, AdmissionRules.blockUnroutable(candidate.loaded(), now));
            }
        }
        return candidates;
    }

    /** The whole lane if need be: whatever is passed over must not hide what stands behind it. */
    private static Walk walk(WriteTx tx, List<Integer> queues, GrantRequest request, List<Queue> unmatched) {
        var scan = ClaimScan.of(queues, 1);
        for (int looks = 1; ; looks++) {
            var candidates = tx.lockClaimable(scan).candidates();
            long now = tx.now();
            for (var candidate : candidates) {
                var outcome = Calls.store(tx, GrantRules.claimForWorker(candidate.loaded(), request, now))
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
