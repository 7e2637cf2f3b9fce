package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExpireExecution;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.ReconcileExecutionIndex;
import io.flowfabric.model.op.ShutdownPrepare;
import io.flowfabric.model.op.TimeoutPhase;
import io.flowfabric.model.op.TrimRetention;
import java.util.List;
import java.util.OptionalInt;

/** What timers do, asked for one by one and often too early. */
final class TimerDraws {
    private static final List<TimeoutPhase> PHASES = List.of(TimeoutPhase.values());
    private static final long GRACE_MS = 30_000;

    private final Dice dice;
    private final Picks picks;

    TimerDraws(Dice dice, Picks picks) {
        this.dice = dice;
        this.picks = picks;
    }

    /** Calls about one record. */
    void addSingles(Menu menu) {
        menu.add(3, this::markExpired).add(3, this::promote).add(3, this::expire);
    }

    void addOthers(Menu menu) {
        menu.add(2, this::trim)
                .add(2, this::reconcile)
                .add(1, () -> new Call<>(Catalogue.SWEEP_WORKERS, NoArguments.NONE))
                .add(1, () -> new Call<>(Catalogue.SHUTDOWN_PREPARE, new ShutdownPrepare(GRACE_MS)));
    }

    private Call<?, ?> markExpired() {
        return new Call<>(Catalogue.MARK_LEASE_EXPIRED_IF_DUE, new ExecutionRef(picks.where(Standing::isLeased)));
    }

    private Call<?, ?> promote() {
        return new Call<>(Catalogue.PROMOTE_DELAYED, new ExecutionRef(picks.where(Standing::isDelayed)));
    }

    private Call<?, ?> expire() {
        var id = picks.where(Standing::isTimed);
        return new Call<>(Catalogue.EXPIRE_EXECUTION, new ExpireExecution(id, dice.pick(PHASES)));
    }

    private Call<?, ?> trim() {
        return new Call<>(
                Catalogue.TRIM_RETENTION,
                new TrimRetention(
                        dice.oneIn(4) ? OptionalInt.of(dice.pick(Cast.PARTITIONS)) : OptionalInt.empty(),
                        dice.maybe(4, () -> dice.pick(Cast.LANES)),
                        dice.between(-1, 20_000),
                        dice.below(6),
                        dice.oneIn(4) ? filter(dice) : ScannerFilter.NONE));
    }

    private Call<?, ?> reconcile() {
        return new Call<>(
                Catalogue.RECONCILE_EXECUTION_INDEX,
                new ReconcileExecutionIndex(
                        dice.oneIn(4) ? OptionalInt.of(dice.pick(Cast.PARTITIONS)) : OptionalInt.empty(),
                        dice.oneIn(4) ? dice.some(Cast.LANES) : List.of(),
                        dice.oneIn(4) ? filter(dice) : ScannerFilter.NONE));
    }

    /** A namespace, a tag, both or neither. */
    static ScannerFilter filter(Dice dice) {
        return new ScannerFilter(
                dice.maybe(2, () -> dice.pick(Cast.NAMESPACES)),
                dice.maybe(2, () -> new ScannerFilter.InstanceTag(dice.pick(Cast.TAGS), "v" + dice.below(3))));
    }
}
