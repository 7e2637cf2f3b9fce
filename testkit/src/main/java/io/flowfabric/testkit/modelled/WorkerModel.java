package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.rules.AdmissionRules;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.WorkerRules;
import io.flowfabric.model.execution.ExecutionIdentity;
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
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.model.worker.Worker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The registry of workers. */
final class WorkerModel {
    private static final Optional<String> NO_CAPABLE_WORKER =
            Optional.of(BlockingReason.WAITING_FOR_CAPABLE_WORKER.literal());

    /** A rule about one worker, as far as it was found. */
    private interface Rule<R> {
        Decision<R> decide(Optional<Worker> found, long now);
    }

    private final World world;

    WorkerModel(World world) {
        this.world = world;
    }

    RegisterWorkerOutcome register(RegisterWorker args) {
        var key = new WorkerKey(args.namespace(), args.workerInstanceId());
        var offer = WorkerOffer.of(args.lanes(), args.capabilities(), args.livenessTtlMs());
        var outcome = on(key, (found, now) -> WorkerRules.register(found, key, args.workerId(), offer, now));
        release(e -> WorkerRules.serves(key, offer, e.namespace(), e.lane(), e.requiredCapabilities()));
        return outcome;
    }

    /** Lets go of what waits for a capable worker and need not. */
    void releaseRoutable() {
        var live = world.workers().values().stream()
                .filter(worker -> WorkerRules.isAlive(worker, world.now()))
                .toList();
        release(e -> AdmissionRules.isRoutable(e.namespace(), e.lane(), e.requiredCapabilities(), live));
    }

    /** Whether anybody waits for a capable worker. */
    boolean anyUnrouted() {
        return unrouted().findAny().isPresent();
    }

    HeartbeatWorkerOutcome heartbeat(HeartbeatWorker args) {
        return on(new WorkerKey(args.namespace(), args.workerInstanceId()), WorkerRules::heartbeat);
    }

    MarkWorkerDeadOutcome markDead(MarkWorkerDead args) {
        Interpretation.require(WorkerRules.checkReason(args.reason()));
        return on(
                new WorkerKey(args.namespace(), args.workerInstanceId()),
                (found, now) -> WorkerRules.markDead(found, args.reason(), now));
    }

    int sweep(NoArguments none) {
        return (int) List.copyOf(world.workers().values()).stream()
                .filter(worker -> world.store(WorkerRules.sweep(worker, world.now())))
                .count();
    }

    WorkerPage list(ListWorkers args) {
        var live = world.workers().entrySet().stream()
                .filter(entry -> WorkerRules.isAlive(entry.getValue(), world.now()))
                .filter(entry ->
                        args.namespace().map(entry.getKey().namespace()::equals).orElse(true))
                .filter(entry -> args.after()
                        .map(after -> isBehind(entry.getKey(), after))
                        .orElse(true))
                .map(entry -> WorkerEntry.of(entry.getValue()))
                .toList();
        var page = Paged.front(live, args.limit());
        return new WorkerPage(
                page.items(), page.next().map(last -> new WorkerKey(last.namespace(), last.workerInstanceId())));
    }

    private boolean isBehind(WorkerKey key, WorkerKey after) {
        return world.workers().comparator().compare(key, after) > 0;
    }

    private void release(Predicate<ExecutionIdentity> which) {
        unrouted()
                .filter(each -> which.test(each.execution().identity()))
                .forEach(each -> world.decide(
                        each, (loaded, now) -> AdmissionRules.unblock(loaded.execution(), NO_CAPABLE_WORKER, now)));
    }

    private Stream<ModelledExecution> unrouted() {
        return world.executions().stream()
                .filter(each -> each.execution().vector().row() == VectorRow.BLOCKED_BY_ROUTE);
    }

    private <R> R on(WorkerKey key, Rule<R> rule) {
        var found = Optional.ofNullable(world.workers().get(key));
        long newest = found.map(Worker::lastHeartbeatMs).orElse(Long.MIN_VALUE);
        return world.store(rule.decide(found, Math.max(world.now(), newest)));
    }
}
