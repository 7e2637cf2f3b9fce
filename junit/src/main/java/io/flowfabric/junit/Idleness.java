package io.flowfabric.junit;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.DueReads.Alarm;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExecutionSnapshot;
import io.flowfabric.model.op.ListExpiredLeases;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.ScanEligibleExecutions;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Waits until the workers of a fabric have nothing to do. What they have in hand is read from the store, so that a claim
 * counts from its commit, and not only when its answer has arrived.
 */
final class Idleness {
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);
    private static final int AT_MOST = 10_000;

    private final Store store;
    private final Engine engine;
    private final Attendance attendance;
    private final Duration patience;

    Idleness(Store store, Engine engine, Attendance attendance, Duration patience) {
        this.store = store;
        this.engine = engine;
        this.attendance = attendance;
        this.patience = patience;
    }

    void await() {
        var deadline = Deadline.in(patience);
        while (true) {
            long seen = attendance.changes();
            var busy = busy();
            if (busy.isEmpty() && attendance.changes() == seen) {
                return;
            }
            if (!busy.isEmpty() && !attendance.awaitChange(seen, deadline.remainingNanos())) {
                throw new IllegalStateException(
                        "The clock cannot move on: after %s of real time %s. Let the handlers end first, or use jump(…), which waits for nobody."
                                .formatted(patience, String.join(", and ", busy)));
            }
        }
    }

    /**
     * What is left to do for workers that are there, in words; none when they are idle. Work that is claimed between the
     * first look and the second is seen by the third. It could escape that only by being handed back again, and then the
     * call that claimed it has ended meanwhile.
     */
    private Set<String> busy() {
        var busy = new LinkedHashSet<String>();
        addInHand(busy);
        for (var id : ready()) {
            describe(id, this::mayBeClaimed).map(Idleness::unclaimed).ifPresent(busy::add);
        }
        addInHand(busy);
        return busy;
    }

    private void addInHand(Set<String> busy) {
        for (var id : leased()) {
            describe(id, this::isInHand).map(Idleness::inHand).ifPresent(busy::add);
        }
    }

    /** The alarm for the end of a lease stands for every execution that has one. */
    private List<ExecutionId> leased() {
        return store.read(Deadline.in(READ_TIMEOUT), tx -> tx.due().due(Alarm.LEASE_EXPIRY, Long.MAX_VALUE, AT_MOST));
    }

    private Set<ExecutionId> ready() {
        var lanes = new LinkedHashSet<LaneId>();
        attendance.workers().forEach(worker -> lanes.addAll(worker.lanes()));
        var ready = new LinkedHashSet<ExecutionId>();
        for (var lane : lanes) {
            ready.addAll(engine.call(
                    Catalogue.SCAN_ELIGIBLE_EXECUTIONS,
                    new ScanEligibleExecutions(lane, AT_MOST, OptionalInt.empty())));
        }
        var lapsed = new ListExpiredLeases(OptionalLong.empty(), Optional.empty(), AT_MOST, Optional.empty());
        engine.call(Catalogue.LIST_EXPIRED_LEASES, lapsed).entries().forEach(lease -> ready.add(lease.executionId()));
        return ready;
    }

    private boolean isInHand(ExecutionSnapshot execution) {
        return execution
                .currentLease()
                .filter(lease -> lease.expiresAt() > now())
                .filter(lease -> attendance.isPresent(lease.workerInstanceId()))
                .filter(lease -> !attendance.isLost(execution.executionId(), lease.leaseEpoch()))
                .isPresent();
    }

    private boolean mayBeClaimed(ExecutionSnapshot execution) {
        return attendance.isServed(execution.execution());
    }

    private long now() {
        return engine.call(Catalogue.SERVER_TIME_MS, NoArguments.NONE);
    }

    private Optional<ExecutionSnapshot> describe(ExecutionId id, Predicate<ExecutionSnapshot> which) {
        return engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id)).filter(which);
    }

    private static String inHand(ExecutionSnapshot execution) {
        return "execution %s of kind %s is in the hands of worker %s"
                .formatted(
                        execution.executionId(),
                        execution.executionKind(),
                        execution.currentLease().orElseThrow().workerInstanceId());
    }

    private static String unclaimed(ExecutionSnapshot execution) {
        return "execution %s of kind %s is ready on lane %s, which a worker serves that did not claim it"
                .formatted(execution.executionId(), execution.executionKind(), execution.laneId());
    }
}
