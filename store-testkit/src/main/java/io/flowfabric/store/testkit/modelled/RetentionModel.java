package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.record.RetentionRules;
import io.flowfabric.model.Times;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.model.policy.StreamPolicy;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** Forgetting what was kept long enough, the longest due first. */
final class RetentionModel {
    private final World world;

    RetentionModel(World world) {
        this.world = world;
    }

    int trim(TrimRetention args) {
        OperationModel.require(RetentionRules.checkArguments(args.retentionMs(), args.batchSize()));
        int purged = 0;
        for (ModelledExecution each : ended(args)) {
            if (purged < args.batchSize()) {
                purged += world.decide(each, (loaded, now) -> RetentionRules.purge(loaded, args.retentionMs(), now))
                        ? 1
                        : 0;
            }
        }
        if (args.isUnrestricted()) {
            world.outbox()
                    .trimmed(
                            world.now() - args.retentionMs(),
                            world.now() - RetentionRules.outlivedAfter(args.retentionMs()));
            world.keys().values().removeIf(kept -> kept.until() <= world.now());
        }
        return purged;
    }

    /** When the next execution or key may be forgotten, or the front of the outbox is trimmed in any case. */
    OptionalLong next(long retentionMs) {
        var executions = world.executions().stream()
                .filter(each -> each.execution().vector().isTerminal())
                .mapToLong(each -> retainedUntil(each, retentionMs));
        var events = world.outbox().front().stream().map(at -> at + RetentionRules.outlivedAfter(retentionMs));
        var keys = world.keys().values().stream().mapToLong(World.Reservation::until);
        return LongStream.concat(LongStream.concat(executions, events), keys).min();
    }

    private List<ModelledExecution> ended(TrimRetention args) {
        return world.executions().stream()
                .filter(each -> each.execution().vector().isTerminal() && concerns(args, each))
                .sorted(Comparator.<ModelledExecution>comparingLong(each -> retainedUntil(each, args.retentionMs()))
                        .thenComparing(each -> each.execution().id()))
                .toList();
    }

    private static boolean concerns(TrimRetention args, ModelledExecution each) {
        var e = each.execution();
        return args.partition().orElse(e.id().partition()) == e.id().partition()
                && args.laneId().map(e.identity().lane()::equals).orElse(true)
                && RetentionRules.concerns(args.filter(), e, each.content().tags());
    }

    private static long retainedUntil(ModelledExecution each, long retentionMs) {
        long keep = each.loaded()
                .policy()
                .handling()
                .streamPolicy()
                .map(StreamPolicy::retentionTtlMs)
                .orElse(OptionalLong.empty())
                .orElse(retentionMs);
        return Times.plus(each.execution().timing().completedAt().orElseThrow(), keep);
    }
}
