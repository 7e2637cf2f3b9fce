package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.op.worker.HeartbeatWorker;
import io.flowfabric.model.op.worker.ListWorkers;
import io.flowfabric.model.op.worker.MarkWorkerDead;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.worker.WorkerKey;
import java.util.List;

/** Workers that come, stay and go. */
final class WorkerDraws {
    private static final List<Long> LIVENESS_TTLS = List.of(500L, 5_000L, 60_000L);

    private final SeededRandom random;
    private final World world;

    WorkerDraws(SeededRandom random, World world) {
        this.random = random;
        this.world = world;
    }

    /** Calls about one record. */
    void addSingles(WeightedCalls menu) {
        menu.add(2, this::heartbeat).add(1, this::markDead);
    }

    void addOthers(WeightedCalls menu) {
        menu.add(3, this::register).add(1, this::list);
    }

    private Call<?, ?> register() {
        var key = worker();
        return new Call<>(
                Catalogue.REGISTER_WORKER,
                new RegisterWorker(
                        random.oneIn(4) ? random.pick(Participants.WORKERS) : Participants.WORKERS.get(0),
                        key.workerInstanceId(),
                        key.namespace(),
                        random.oneIn(3) ? random.some(Participants.LANES) : Participants.LANES,
                        CapabilitySet.ofWorker(random.some(Participants.CAPABILITIES)),
                        random.oneIn(20) ? 0 : random.pick(LIVENESS_TTLS)));
    }

    private Call<?, ?> heartbeat() {
        var key = worker();
        return new Call<>(Catalogue.HEARTBEAT_WORKER, new HeartbeatWorker(key.workerInstanceId(), key.namespace()));
    }

    private Call<?, ?> markDead() {
        var key = worker();
        return new Call<>(
                Catalogue.MARK_WORKER_DEAD,
                new MarkWorkerDead(key.workerInstanceId(), key.namespace(), random.pick(Participants.REASONS)));
    }

    private Call<?, ?> list() {
        return new Call<>(
                Catalogue.LIST_WORKERS,
                new ListWorkers(
                        random.maybe(2, () -> random.pick(Participants.NAMESPACES)),
                        random.maybe(2, this::worker),
                        random.below(4)));
    }

    /** A worker that is registered, or one that may not be. */
    private WorkerKey worker() {
        var registered = List.copyOf(world.workers().keySet());
        return registered.isEmpty() || random.oneIn(3)
                ? new WorkerKey(random.pick(Participants.NAMESPACES), random.pick(Participants.INSTANCES))
                : random.pick(registered);
    }
}
