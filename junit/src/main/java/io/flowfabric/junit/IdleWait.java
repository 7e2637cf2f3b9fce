package io.flowfabric.junit;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.listing.ListExpiredLeases;
import io.flowfabric.model.op.read.ExecutionSnapshot;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Waits until the workers of a fabric have nothing to do. Their leases are read from the store, so that a claim counts
 * from its commit on, and not only when its answer has arrived.
 */
final class IdleWait {
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);
    private static final int AT_MOST = 10_000;

    private final Store store;
    private final Engine engine;
    private final WorkerTracker workers;
    private final Duration timeout;

    IdleWait(Store store, Engine engine, WorkerTracker workers, Duration timeout) {
        this.store = store;
        this.engine = engine;
        this.workers = workers;
        this.timeout = timeout;
    }

    void await() {
        var deadline = Deadline.in(timeout);
        while (true) {
            long seen = workers.changes();
            var busy = busy();
            if (busy.isEmpty() && workers.changes() == seen) {
                return;
            }
            if (!busy.isEmpty() && !workers.awaitChange(seen, deadline.remainingNanos())) {
                throw new IllegalStateException(
                        "The clock cannot move on: after %s of real time %s. Let the handlers end first, or use jump(…), which does not wait."
                                .formatted(timeout, String.join(", and ", busy)));
            }
        }
    }

    /**
     * The work left for live workers, in words; empty when they are idle. Work that is claimed between the first query
     * and the second is seen by the third. The third could miss it only if it was handed back again, and then the call
     * that claimed it has ended meanwhile, which counts as a change.
     */
    private Set<String> busy() {
        var busy = new LinkedHashSet<String>();
        addInHand(busy);
        for (var id : ready()) {
            describe(id, this::mayBeClaimed).map(IdleWait::unclaimed).ifPresent(busy::add);
        }
        addInHand(busy);
        return busy;
    }

    private void addInHand(Set<String> busy) {
        for (var id : leased()) {
            describe(id, this::isInHand).map(IdleWait::inHand).ifPresent(busy::add);
        }
    }

    /** Every leased execution has a due time for the end of its lease. */
    private List<ExecutionId> leased() {
        return store.read(Deadline.in(READ_TIMEOUT), tx -> tx.due().due(DueKind.LEASE_EXPIRY, Long.MAX_VALUE, AT_MOST));
    }

    private Set<ExecutionId> ready() {
        var lanes = new LinkedHashSet<LaneId>();
        workers.workers().forEach(worker -> lanes.addAll(worker.lanes()));
        var ready = new LinkedHashSet<ExecutionId>();
        for (var lane : lanes) {
            ready.addAll(engine.call(
                    Catalogue.SCAN_ELIGIBLE_EXECUTIONS,
                    new ScanEligibleExecutions(lane, AT_MOST, OptionalInt.empty())));
        }
        var expired = new ListExpiredLeases(OptionalLong.empty(), Optional.empty(), AT_MOST, Optional.empty());
        engine.call(Catalogue.LIST_EXPIRED_LEASES, expired).entries().forEach(lease -> ready.add(lease.executionId()));
        return ready;
    }

    private boolean isInHand(ExecutionSnapshot execution) {
        return execution
                .currentLease()
                .filter(lease -> lease.expiresAt() > now())
                .filter(lease -> workers.isPresent(lease.workerInstanceId()))
                .filter(lease -> !workers.isLost(execution.executionId(), lease.leaseEpoch()))
                .isPresent();
    }

    private boolean mayBeClaimed(ExecutionSnapshot execution) {
        return workers.isServed(execution.execution());
    }

    private long now() {
        return engine.call(Catalogue.SERVER_TIME_MS, NoArguments.NONE);
    }

    private Optional<ExecutionSnapshot> describe(ExecutionId id, Predicate<ExecutionSnapshot> which) {
        return engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id)).filter(which);
    }

    private static String inHand(ExecutionSnapshot execution) {
        return "execution %s of kind %s is leased to worker %s"
                .formatted(
                        execution.executionId(),
                        execution.executionKind(),
                        execution.currentLease().orElseThrow().workerInstanceId());
    }

    private static String unclaimed(ExecutionSnapshot execution) {
        return "execution %s of kind %s is ready on lane %s, but its worker has not claimed it"
                .formatted(execution.executionId(), execution.executionKind(), execution.laneId());
    }
}
