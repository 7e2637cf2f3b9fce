package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.rules.LeaseRules;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.ReclaimRules;
import io.flowfabric.engine.rules.TimerRules;
import io.flowfabric.engine.store.DueReads.Lapse;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExpireExecution;
import io.flowfabric.model.op.ExpireOutcome;
import io.flowfabric.model.op.MarkExpiredOutcome;
import io.flowfabric.model.op.PromoteOutcome;
import io.flowfabric.model.op.TimeoutPhase;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What falls due: one alarm at the request of a caller, or all of them in a pass of the timers. */
final class AlarmModel {
    private static final Comparator<Lapse> BY_TIME =
            Comparator.comparingLong(Lapse::at).thenComparing(Lapse::executionId);

    private final World world;
    private final Duration grace;
    private Optional<Lapse> lastOffered = Optional.empty();

    AlarmModel(World world, Duration grace) {
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
     * Leases, delays, attempts, deadlines, takeovers, in this sequence and each for everybody: a rule does nothing to an
     * execution that is not due.
     */
    void pass() {
        onEverybody((loaded, now) -> LeaseRules.markExpiredIfDue(Optional.of(loaded.execution()), now));
        onEverybody((loaded, now) -> TimerRules.promoteDelayed(Optional.of(loaded.execution()), now));
        for (TimeoutPhase phase : TimeoutPhase.values()) {
            onEverybody((loaded, now) -> TimerRules.expire(Optional.of(loaded), phase, HolderModel.ANY_DRAW, now));
        }
        lapses().filter(lapse -> lapse.at() <= world.now() - grace.toMillis())
                .sorted(BY_TIME)
                .toList()
                .forEach(this::offer);
    }

    /** When the earliest alarm goes off; lapsed leases set none. */
    OptionalLong next() {
        var alarms =
                world.executions().stream().map(ModelledExecution::execution).flatMap(AlarmModel::alarms);
        var liveness = world.workers().values().stream().map(worker -> OptionalLong.of(worker.livenessEndsAt() + 1));
        return Stream.concat(alarms, liveness)
                .flatMapToLong(OptionalLong::stream)
                .min();
    }

    /** Each lapse is offered once; one that is dated before the last, by a clock that stepped back, is left to claimers. */
    private void offer(Lapse lapse) {
        if (lastOffered.filter(last -> BY_TIME.compare(last, lapse) >= 0).isEmpty()) {
            lastOffered = Optional.of(lapse);
            var found = world.find(lapse.executionId()).orElseThrow();
            world.decide(
                    found, (loaded, now) -> ReclaimRules.endIfCapReached(Optional.of(loaded), grace.toMillis(), now));
        }
    }

    private Stream<Lapse> lapses() {
        return world.executions().stream()
                .map(ModelledExecution::execution)
                .flatMap(e -> e.lease().stream()
                        .flatMapToLong(lease -> lease.lapsedAt().stream())
                        .mapToObj(at -> new Lapse(at, e.id())));
    }

    private <R> void onEverybody(World.RuleOnExisting<R> rule) {
        world.executions().forEach(each -> world.decide(each, rule));
    }

    private static Stream<OptionalLong> alarms(Execution e) {
        var leaseEnd = e.lease()
                .filter(lease -> lease.lapsedAt().isEmpty())
                .map(lease -> OptionalLong.of(lease.expiresAt()))
                .orElse(OptionalLong.empty());
        return Stream.of(
                leaseEnd,
                e.alarms().delayUntil(),
                e.alarms().attemptTimeoutAt(),
                e.alarms().deadlineAt());
    }
}
