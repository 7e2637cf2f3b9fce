package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.ShutdownPrepare;
import io.flowfabric.model.op.timer.ExpireExecution;
import io.flowfabric.model.op.timer.ReconcileExecutionIndex;
import io.flowfabric.model.op.timer.TimeoutPhase;
import io.flowfabric.model.op.timer.TrimRetention;
import java.util.List;
import java.util.OptionalInt;

/** What timers do, asked for one by one and often too early. */
final class TimerDraws {
    private static final List<TimeoutPhase> PHASES = List.of(TimeoutPhase.values());
    private static final long GRACE_MS = 30_000;

    private final SeededRandom random;
    private final SubjectChoice picks;

    TimerDraws(SeededRandom random, SubjectChoice picks) {
        this.random = random;
        this.picks = picks;
    }

    /** Calls about one record. */
    void addSingles(WeightedCalls menu) {
        menu.add(3, this::markExpired).add(3, this::promote).add(3, this::expire);
    }

    void addOthers(WeightedCalls menu) {
        menu.add(2, this::trim)
                .add(2, this::reconcile)
                .add(1, () -> new Call<>(Catalogue.SWEEP_WORKERS, NoArguments.NONE))
                .add(1, () -> new Call<>(Catalogue.SHUTDOWN_PREPARE, new ShutdownPrepare(GRACE_MS)));
    }

    private Call<?, ?> markExpired() {
        return new Call<>(Catalogue.MARK_LEASE_EXPIRED_IF_DUE, new ExecutionRef(picks.where(ExecutionStage::isLeased)));
    }

    private Call<?, ?> promote() {
        return new Call<>(Catalogue.PROMOTE_DELAYED, new ExecutionRef(picks.where(ExecutionStage::isDelayed)));
    }

    private Call<?, ?> expire() {
        var id = picks.where(ExecutionStage::isTimed);
        return new Call<>(Catalogue.EXPIRE_EXECUTION, new ExpireExecution(id, random.pick(PHASES)));
    }

    private Call<?, ?> trim() {
        return new Call<>(
                Catalogue.TRIM_RETENTION,
                new TrimRetention(
                        random.oneIn(4) ? OptionalInt.of(random.pick(Participants.PARTITIONS)) : OptionalInt.empty(),
                        random.maybe(4, () -> random.pick(Participants.LANES)),
                        random.between(-1, 20_000),
                        random.below(6),
                        random.oneIn(4) ? filter(random) : ScannerFilter.NONE));
    }

    private Call<?, ?> reconcile() {
        return new Call<>(
                Catalogue.RECONCILE_EXECUTION_INDEX,
                new ReconcileExecutionIndex(
                        random.oneIn(4) ? OptionalInt.of(random.pick(Participants.PARTITIONS)) : OptionalInt.empty(),
                        random.oneIn(4) ? random.some(Participants.LANES) : List.of(),
                        random.oneIn(4) ? filter(random) : ScannerFilter.NONE));
    }

    /** A namespace, a tag, both or neither. */
    static ScannerFilter filter(SeededRandom random) {
        return new ScannerFilter(
                random.maybe(2, () -> random.pick(Participants.NAMESPACES)),
                random.maybe(
                        2, () -> new ScannerFilter.InstanceTag(random.pick(Participants.TAGS), "v" + random.below(3))));
    }
}
