package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.Command;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.claim.WorkerRules;
import io.flowfabric.engine.store.read.WorkerReads;
import io.flowfabric.engine.store.write.WorkerWrites.WorkerDue;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.worker.HeartbeatWorker;
import io.flowfabric.model.op.worker.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.worker.ListWorkers;
import io.flowfabric.model.op.worker.MarkWorkerDead;
import io.flowfabric.model.op.worker.MarkWorkerDeadOutcome;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.op.worker.RegisterWorkerOutcome;
import io.flowfabric.model.op.worker.WorkerEntry;
import io.flowfabric.model.op.worker.WorkerPage;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import java.util.List;
import java.util.Optional;

/** The registry of workers. */
final class WorkerRegistry {
    private static final int BATCH = 256;

    /** As many workers with 256 lanes each as fit into an answer. */
    private static final int PORTION = 256;

    /** The bytes around a name in a list. */
    private static final int SEPARATOR = 3;

    private final CommandExecutor calls;

    WorkerRegistry(CommandExecutor calls) {
        this.calls = calls;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.REGISTER_WORKER, this::register);
        bindings.bind(Catalogue.HEARTBEAT_WORKER, this::heartbeat);
        bindings.bind(Catalogue.MARK_WORKER_DEAD, this::markDead);
        bindings.bind(Catalogue.LIST_WORKERS, this::list);
        bindings.bind(Catalogue.SWEEP_WORKERS, this::sweep);
    }

    /** What the worker makes possible is unblocked by a follow-up. */
    RegisterWorkerOutcome register(RegisterWorker args) {
        var key = new WorkerKey(args.namespace(), args.workerInstanceId());
        var offer = WorkerOffer.of(args.lanes(), args.capabilities(), args.livenessTtlMs());
        return calls.carryOut(
                Command.onWorker(key, (found, now) -> WorkerRules.register(found, key, args.workerId(), offer, now)));
    }

    HeartbeatWorkerOutcome heartbeat(HeartbeatWorker args) {
        return calls.carryOut(
                Command.onWorker(new WorkerKey(args.namespace(), args.workerInstanceId()), WorkerRules::heartbeat));
    }

    MarkWorkerDeadOutcome markDead(MarkWorkerDead args) {
        CommandExecutor.require(WorkerRules.checkReason(args.reason()));
        return calls.carryOut(Command.onWorker(
                new WorkerKey(args.namespace(), args.workerInstanceId()),
                (found, now) -> WorkerRules.markDead(found, args.reason(), now)));
    }

    WorkerPage list(ListWorkers args) {
        int limit = Page.usual(args.limit());
        if (limit <= 0) {
            return WorkerPage.EMPTY;
        }
        var page = calls.read(tx -> {
            long now = tx.now();
            return Page.read(
                    limit,
                    PORTION,
                    WorkerRegistry::contentBytes,
                    (last, count) -> tx.workers()
                            .list(new WorkerReads.Scan(
                                    args.namespace(),
                                    last.map(RegisteredWorker::key).or(args::after),
                                    now,
                                    count)));
        });
        return new WorkerPage(
                page.items().stream().map(WorkerEntry::of).toList(), page.next().map(RegisteredWorker::key));
    }

    private static long contentBytes(RegisteredWorker worker) {
        var offer = worker.offer();
        return (long) offer.capabilities().csv().length()
                + offer.lanes().stream()
                        .mapToInt(lane -> lane.value().length() + SEPARATOR)
                        .sum();
    }

    /** Reads first, so that a sweep with nothing to do writes nothing. */
    int sweep(NoArguments none) {
        int swept = 0;
        int more;
        do {
            boolean ended =
                    !calls.read(tx -> tx.workers().endedBefore(tx.now(), 1)).isEmpty();
            more = ended ? sweepSome() : 0;
            swept += more;
        } while (more > 0);
        return swept;
    }

    /** A set of those that no other process is sweeping. */
    private int sweepSome() {
        return (int) calls
                .carryOutLocked(tx -> tx.workers().lockDue(WorkerDue.LIVENESS, tx.now(), BATCH, List.of()).stream()
                        .<Command<?>>map(WorkerRegistry::sweeping)
                        .toList())
                .stream()
                .flatMap(Optional::stream)
                .filter(answer -> Boolean.TRUE.equals(answer.orThrow()))
                .count();
    }

    private static Command<Boolean> sweeping(WorkerKey key) {
        return Command.onWorker(
                key,
                (found, now) ->
                        found.map(worker -> WorkerRules.sweep(worker, now)).orElseGet(() -> Decision.of(false)));
    }
}
