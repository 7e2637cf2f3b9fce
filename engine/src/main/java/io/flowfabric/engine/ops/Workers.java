package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.WorkerRules;
import io.flowfabric.engine.store.WorkerReads;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.op.HeartbeatWorker;
import io.flowfabric.model.op.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.ListWorkers;
import io.flowfabric.model.op.MarkWorkerDead;
import io.flowfabric.model.op.MarkWorkerDeadOutcome;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.RegisterWorker;
import io.flowfabric.model.op.RegisterWorkerOutcome;
import io.flowfabric.model.op.WorkerEntry;
import io.flowfabric.model.op.WorkerPage;
import io.flowfabric.model.worker.Worker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import java.util.List;
import java.util.Optional;

/** The registry of workers. */
final class Workers {
    private static final int BATCH = 256;

    /** So many workers with 256 lanes each weigh as much as an answer. */
    private static final int PORTION = 256;

    /** What stands around a name in a list. */
    private static final int SEPARATOR = 3;

    /** A rule about one worker, as far as it was found. */
    private interface Rule<R> {
        Decision<R> decide(Optional<Worker> found, long now);
    }

    private final Calls calls;

    Workers(Calls calls) {
        this.calls = calls;
    }

    /** The first executions that the worker makes possible are released with its registration, the rest set by set. */
    RegisterWorkerOutcome register(RegisterWorker args) {
        var key = new WorkerKey(args.namespace(), args.workerInstanceId());
        var offer = WorkerOffer.of(args.lanes(), args.capabilities(), args.livenessTtlMs());
        record Registration(Answer<RegisterWorkerOutcome> answer, boolean more) {}
        var registration = calls.write(0, tx -> {
            var answer = decide(tx, key, (found, now) -> WorkerRules.register(found, key, args.workerId(), offer, now));
            return new Registration(answer, answer instanceof Answer.Given<?> && Routes.release(tx, key, offer));
        });
        boolean more = registration.more();
        while (more) {
            more = calls.write(0, tx -> Routes.release(tx, key, offer));
        }
        return registration.answer().orThrow();
    }

    HeartbeatWorkerOutcome heartbeat(HeartbeatWorker args) {
        return on(new WorkerKey(args.namespace(), args.workerInstanceId()), WorkerRules::heartbeat);
    }

    MarkWorkerDeadOutcome markDead(MarkWorkerDead args) {
        Calls.require(WorkerRules.checkReason(args.reason()));
        return on(
                new WorkerKey(args.namespace(), args.workerInstanceId()),
                (found, now) -> WorkerRules.markDead(found, args.reason(), now));
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
                    Workers::contentBytes,
                    (last, count) -> tx.workers()
                            .list(new WorkerReads.Scan(
                                    args.namespace(), last.map(Worker::key).or(args::after), now, count)));
        });
        return new WorkerPage(
                page.items().stream().map(WorkerEntry::of).toList(), page.next().map(Worker::key));
    }

    private static long contentBytes(Worker worker) {
        var offer = worker.offer();
        return (long) offer.capabilities().csv().length()
                + offer.lanes().stream()
                        .mapToInt(lane -> lane.value().length() + SEPARATOR)
                        .sum();
    }

    int sweep(NoArguments none) {
        int swept = 0;
        int more;
        do {
            var ended = calls.read(tx -> tx.workers().endedBefore(tx.now(), BATCH));
            more = ended.isEmpty() ? 0 : calls.write(0, tx -> sweep(tx, ended));
            swept += more;
        } while (more > 0);
        return swept;
    }

    private static int sweep(WriteTx tx, List<WorkerKey> ended) {
        int swept = 0;
        var workers = tx.lockWorkers(ended).values();
        long now = tx.now();
        for (Worker worker : workers) {
            swept += Calls.store(tx, WorkerRules.sweep(worker, now)).orThrow() ? 1 : 0;
        }
        return swept;
    }

    private <R> R on(WorkerKey key, Rule<R> rule) {
        return calls.write(0, tx -> decide(tx, key, rule)).orThrow();
    }

    private static <R> Answer<R> decide(WriteTx tx, WorkerKey key, Rule<R> rule) {
        var found = Optional.ofNullable(tx.lockWorkers(List.of(key)).get(key));
        return Calls.store(tx, rule.decide(found, tx.now()));
    }
}
