package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.record.IndexRules;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.listing.ExecutionPage;
import io.flowfabric.model.op.listing.ExpiredLease;
import io.flowfabric.model.op.listing.ExpiredLeaseCursor;
import io.flowfabric.model.op.listing.ExpiredLeasePage;
import io.flowfabric.model.op.listing.LanePage;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.op.listing.ListExpiredLeases;
import io.flowfabric.model.op.listing.ListLanes;
import io.flowfabric.model.op.timer.ReconcileExecutionIndex;
import io.flowfabric.model.op.timer.ReconcileReport;
import io.flowfabric.model.state.OwnershipState;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Listing executions, in an order that is promised. */
final class ListingModel {
    private static final Comparator<ExpiredLeaseCursor> BY_END =
            Comparator.comparingLong(ExpiredLeaseCursor::expiresAtMs).thenComparing(ExpiredLeaseCursor::executionId);

    private final World world;

    ListingModel(World world) {
        this.world = world;
    }

    ExecutionPage executions(ListExecutions args) {
        args.cursor().filter(cursor -> !isWithin(args.partition(), cursor)).ifPresent(cursor -> {
            throw OperationModel.invalid("cursor: " + cursor);
        });
        var all = all().map(Execution::id)
                .filter(id -> isWithin(args.partition(), id))
                .filter(id ->
                        args.cursor().map(cursor -> id.compareTo(cursor) > 0).orElse(true))
                .sorted()
                .toList();
        var page = Paged.front(all, args.limit());
        return new ExecutionPage(page.items(), page.next());
    }

    List<ExecutionId> eligible(ScanEligibleExecutions args) {
        return all().filter(e -> e.vector().isEligible()
                        && e.identity().lane().equals(args.laneId())
                        && isWithin(args.partition(), e.id()))
                .sorted(ClaimModel.LANE_ORDER)
                .limit(Math.max(args.limit(), 0))
                .map(Execution::id)
                .toList();
    }

    LanePage lanes(ListLanes args) {
        var all = world.lanes().entrySet().stream()
                .filter(lane -> args.namespace().map(lane.getValue()::contains).orElse(true))
                .map(Map.Entry::getKey)
                .filter(lane ->
                        args.cursor().map(cursor -> lane.compareTo(cursor) > 0).orElse(true))
                .toList();
        Paged<LaneId> page = Paged.front(all, args.limit());
        return new LanePage(page.items(), page.next());
    }

    /** Leases that have expired, marked or not; those that were revoked are not among them. */
    ExpiredLeasePage expiredLeases(ListExpiredLeases args) {
        long asOf = args.asOf().orElse(world.now());
        var all = all().filter(e -> e.lease().isPresent()
                        && e.vector().ownership() != OwnershipState.LEASE_REVOKED
                        && e.lease().get().expiresAt() <= asOf)
                .filter(e ->
                        args.namespace().map(e.identity().namespace()::equals).orElse(true))
                .map(ExpiredLease::of)
                .filter(lease -> args.after()
                        .map(after -> BY_END.compare(lease.cursor(), after) > 0)
                        .orElse(true))
                .sorted(Comparator.comparing(ExpiredLease::cursor, BY_END))
                .toList();
        var page = Paged.front(all, args.limit());
        return new ExpiredLeasePage(page.items(), page.next().map(ExpiredLease::cursor));
    }

    /** Nothing that the rules have made is ever in the wrong place. */
    ReconcileReport reconcile(ReconcileExecutionIndex args) {
        long processed = world.executions().stream()
                .filter(each -> isWithin(args.partition(), each.execution().id())
                        && IndexRules.concerns(
                                args, each.execution(), each.content().tags()))
                .count();
        return new ReconcileReport(processed, 0);
    }

    private Stream<Execution> all() {
        return world.executions().stream().map(ModelledExecution::execution);
    }

    private static boolean isWithin(OptionalInt partition, ExecutionId id) {
        return partition.orElse(id.partition()) == id.partition();
    }
}
