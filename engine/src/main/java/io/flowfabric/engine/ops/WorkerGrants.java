package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.engine.rules.GrantRequest;
import io.flowfabric.engine.rules.GrantRules;
import io.flowfabric.engine.store.ClaimScan;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.op.ClaimForWorker;
import io.flowfabric.model.op.ClaimForWorkerOutcome;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Granting a worker the first execution of a lane that it may start. */
final class WorkerGrants {
    /** What stands in front of the first that can be granted is looked at so many at a time. */
    private static final int LOOK = 16;

    private final Calls calls;

    WorkerGrants(Calls calls) {
        this.calls = calls;
    }

    ClaimForWorkerOutcome claim(ClaimForWorker args) {
        Calls.require(GrantRequest.checkTtl(args.grantTtlMs()));
        var request = new GrantRequest(
                UUID.randomUUID().toString(),
                args.workerId(),
                args.workerInstanceId(),
                CapabilitySet.ofWorker(args.workerCapabilities()),
                args.grantTtlMs());
        return calls.writeUninterruptibly(Weighed.ROW_WEIGHT, tx -> first(tx, args, request));
    }

    private static ClaimForWorkerOutcome first(WriteTx tx, ClaimForWorker args, GrantRequest request) {
        var served = tx.queuesOf(args.laneId()).stream()
                .filter(queue -> ClaimRules.serves(
                        request.capabilities(), args.namespace(), queue.namespace(), queue.requiredCapabilities()))
                .map(WriteTx.Queue::number)
                .toList();
        return served.isEmpty() ? new ClaimForWorkerOutcome.NoWork() : walk(tx, served, request);
    }

    /** The whole lane if need be: whatever is passed over must not hide what stands behind it. */
    private static ClaimForWorkerOutcome walk(WriteTx tx, List<Integer> queues, GrantRequest request) {
        var scan = new ClaimScan(queues, Optional.empty(), 1);
        while (true) {
            var candidates = tx.lockClaimable(scan);
            long now = tx.now();
            for (var candidate : candidates) {
                var outcome = Calls.store(tx, GrantRules.claimForWorker(candidate.loaded(), request, now))
                        .orThrow();
                if (outcome instanceof ClaimForWorkerOutcome.Granted) {
                    return outcome;
                }
            }
            if (candidates.size() < scan.limit()) {
                return new ClaimForWorkerOutcome.NoWork();
            }
            var last = candidates.get(candidates.size() - 1).loaded().execution();
            scan = scan.behind(ClaimScan.Position.of(last), LOOK);
        }
    }
}
