package io.flowfabric.model.op;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import java.util.Optional;

/**
 * Arguments of {@code claim}.
 *
 * @param namespace only executions of it are handed out, when given
 * @param maxWaitMs how long to park until there is work, 0 to 30000; 0 answers at once
 * @param limit how many executions to hand out at most, 1 to 256
 * @param terms how the claimer holds what it is handed
 */
public record ClaimRequest(
        LaneId laneId,
        WorkerId workerId,
        WorkerInstanceId workerInstanceId,
        CapabilitySet capabilities,
        Optional<Namespace> namespace,
        long leaseTtlMs,
        long maxWaitMs,
        int limit,
        ClaimTerms terms)
        implements Waiting {

    /** A claim on plain terms. */
    public ClaimRequest(
            LaneId laneId,
            WorkerId workerId,
            WorkerInstanceId workerInstanceId,
            CapabilitySet capabilities,
            Optional<Namespace> namespace,
            long leaseTtlMs,
            long maxWaitMs,
            int limit) {
        this(
                laneId,
                workerId,
                workerInstanceId,
                capabilities,
                namespace,
                leaseTtlMs,
                maxWaitMs,
                limit,
                ClaimTerms.PLAIN);
    }

    @Override
    public ClaimRequest withoutWaiting() {
        return new ClaimRequest(
                laneId, workerId, workerInstanceId, capabilities, namespace, leaseTtlMs, 0, limit, terms);
    }

    /** The same on other terms. */
    public ClaimRequest on(ClaimTerms others) {
        return new ClaimRequest(
                laneId, workerId, workerInstanceId, capabilities, namespace, leaseTtlMs, maxWaitMs, limit, others);
    }
}
