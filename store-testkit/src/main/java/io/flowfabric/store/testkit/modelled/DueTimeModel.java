package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.claim.ReclaimRules;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.engine.rules.lease.TimerRules;
import io.flowfabric.engine.store.read.DueReads.ReclaimableLease;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.timer.ExpireExecution;
import io.flowfabric.model.op.timer.ExpireOutcome;
import io.flowfabric.model.op.timer.MarkExpiredOutcome;
import io.flowfabric.model.op.timer.PromoteOutcome;
import io.flowfabric.model.op.timer.TimeoutPhase;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What falls due: one due time at the request of a caller, or all of them in a pass of the timers. */
final class DueTimeModel {
    private static final Comparator<ReclaimableLease> BY_TIME =
            Comparator.comparingLong(ReclaimableLease::at).thenComparing(ReclaimableLease::executionId);

    private final World world;
    private final Duration grace;
    private Optional<ReclaimableLease> lastOffered = Optional.empty();

    DueTimeModel(World world, Duration grace) {
        this.world = world;
        this.grace = grace;
    }

    MarkExpiredOutcome markExpired(ExecutionRef ref) {
        return world.on(
                ref.executionId(), (found, now) -> LeaseRules.markExpiredIfDue(found.map(Loaded::execution), now));
    }

    PromoteOutcome promote(ExecutionRef ref) {
        return world.on(
                ref.executionId(), (found, now) -> TimerRules.promoteDelayed(found.map(Loaded::execution), now));
    }

    ExpireOutcome expire(ExpireExecution args) {
        return world.on(
                args.executionId(), (found, now) -> TimerRules.expire(found, args.phase(), HolderModel.ANY_DRAW, now));
    }

    /**
     * Leases, delays, attempts, deadlines, reclaims, in this sequence and each for every execution: a rule does nothing
     * to an
     * execution that is not due.
     */
    void pass() {
        onEveryExecution((loaded, now) -> LeaseRules.markExpiredIfDue(Optional.of(loaded.execution()), now));
        onEveryExecution((loaded, now) -> TimerRules.promoteDelayed(Optional.of(loaded.execution()), now));
        for (TimeoutPhase phase : TimeoutPhase.values()) {
            onEveryExecution((loaded, now) -> TimerRules.expire(Optional.of(loaded), phase, HolderModel.ANY_DRAW, now));
        }
        reclaimableLeases()
                .filter(reclaimable -> reclaimable.at() <= world.now() - grace.toMillis())
                .sorted(BY_TIME)
                .toList()
                .forEach(this::offer);
    }

    /** The earliest due time; expired leases have none. */
    OptionalLong next() {
        var dueTimes =
                world.executions().stream().map(ModelledExecution::execution).flatMap(DueTimeModel::dueTimes);
        var liveness = world.workers().values().stream().map(worker -> OptionalLong.of(worker.livenessEndsAt() + 1));
        return Stream.concat(dueTimes, liveness)
                .flatMapToLong(OptionalLong::stream)
                .min();
    }

    /**
     * Each reclaimable lease is offered once; one that is dated before the last, by a clock that stepped back, is left
     * to claimers.
     */
    private void offer(ReclaimableLease reclaimable) {
        if (lastOffered.filter(last -> BY_TIME.compare(last, reclaimable) >= 0).isEmpty()) {
            lastOffered = Optional.of(reclaimable);
            var found = world.find(reclaimable.executionId()).orElseThrow();
            world.decide(
                    found, (loaded, now) -> ReclaimRules.endIfCapReached(Optional.of(loaded), grace.toMillis(), now));
        }
    }

    private Stream<ReclaimableLease> reclaimableLeases() {
        return world.executions().stream()
                .map(ModelledExecution::execution)
                .flatMap(e -> e.lease().stream()
                        .flatMapToLong(lease -> lease.reclaimableSince().stream())
                        .mapToObj(at -> new ReclaimableLease(at, e.id())));
    }

    private <R> void onEveryExecution(World.RuleOnExisting<R> rule) {
        world.executions().forEach(each -> world.decide(each, rule));
    }

    private static Stream<OptionalLong> dueTimes(Execution e) {
        var leaseEnd = e.lease()
                .filter(lease -> lease.reclaimableSince().isEmpty())
                .map(lease -> OptionalLong.of(lease.expiresAt()))
                .orElse(OptionalLong.empty());
        return Stream.of(
                leaseEnd,
                e.dueTimes().delayUntil(),
                e.dueTimes().attemptTimeoutAt(),
                e.dueTimes().deadlineAt());
    }
}
