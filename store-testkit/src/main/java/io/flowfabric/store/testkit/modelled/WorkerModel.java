package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.claim.AdmissionRules;
import io.flowfabric.engine.rules.claim.WorkerRules;
import io.flowfabric.model.execution.ExecutionIdentity;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.worker.HeartbeatWorker;
import io.flowfabric.model.op.worker.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.worker.ListWorkers;
import io.flowfabric.model.op.worker.MarkWorkerDead;
import io.flowfabric.model.op.worker.MarkWorkerDeadOutcome;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.op.worker.RegisterWorkerOutcome;
import io.flowfabric.model.op.worker.WorkerEntry;
import io.flowfabric.model.op.worker.WorkerPage;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.model.worker.RegisteredWorker;
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
        Decision<R> decide(Optional<RegisteredWorker> found, long now);
    }

    private final World world;

    WorkerModel(World world) {
        this.world = world;
    }

    RegisterWorkerOutcome register(RegisterWorker args) {
        var key = new WorkerKey(args.namespace(), args.workerInstanceId());
        var offer = WorkerOffer.of(args.lanes(), args.capabilities(), args.livenessTtlMs());
        return on(key, (found, now) -> WorkerRules.register(found, key, args.workerId(), offer, now));
    }

    /** What follows from a registration, as long as it holds. */
    Ok releaseRoutes(RegisterWorker args) {
        Optional.ofNullable(world.workers().get(new WorkerKey(args.namespace(), args.workerInstanceId())))
                .filter(worker -> WorkerRules.isAlive(worker, Math.max(world.now(), worker.lastHeartbeatMs())))
                .ifPresent(worker -> release(e -> WorkerRules.serves(
                        worker.key(), worker.offer(), e.namespace(), e.lane(), e.requiredCapabilities())));
        return Ok.OK;
    }

    /** Lets go of what waits for a capable worker and need not. */
    void releaseRoutable() {
        var live = world.workers().values().stream()
                .filter(worker -> WorkerRules.isAlive(worker, world.now()))
                .toList();
        release(e -> AdmissionRules.isRoutable(e.namespace(), e.lane(), e.requiredCapabilities(), live));
    }

    /** Whether an execution waits for a capable worker. */
    boolean anyUnrouted() {
        return unrouted().findAny().isPresent();
    }

    HeartbeatWorkerOutcome heartbeat(HeartbeatWorker args) {
        return on(new WorkerKey(args.namespace(), args.workerInstanceId()), WorkerRules::heartbeat);
    }

    MarkWorkerDeadOutcome markDead(MarkWorkerDead args) {
        OperationModel.require(WorkerRules.checkReason(args.reason()));
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
        long newest = found.map(RegisteredWorker::lastHeartbeatMs).orElse(Long.MIN_VALUE);
        return world.store(rule.decide(found, Math.max(world.now(), newest)));
    }
}
