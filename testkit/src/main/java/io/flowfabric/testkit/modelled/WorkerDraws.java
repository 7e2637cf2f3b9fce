package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.op.HeartbeatWorker;
import io.flowfabric.model.op.ListWorkers;
import io.flowfabric.model.op.MarkWorkerDead;
import io.flowfabric.model.op.RegisterWorker;
import io.flowfabric.model.worker.WorkerKey;
import java.util.List;

/** Workers that come, stay and go. */
final class WorkerDraws {
    private static final List<Long> LIVENESS_TTLS = List.of(500L, 5_000L, 60_000L);

    private final Dice dice;
    private final World world;

    WorkerDraws(Dice dice, World world) {
        this.dice = dice;
        this.world = world;
    }

    /** Calls about one record. */
    void addSingles(Menu menu) {
        menu.add(2, this::heartbeat).add(1, this::markDead);
    }

    void addOthers(Menu menu) {
        menu.add(3, this::register).add(1, this::list);
    }

    private Call<?, ?> register() {
        var key = worker();
        return new Call<>(
                Catalogue.REGISTER_WORKER,
                new RegisterWorker(
                        dice.oneIn(4) ? dice.pick(Cast.WORKERS) : Cast.WORKERS.get(0),
                        key.workerInstanceId(),
                        key.namespace(),
                        dice.oneIn(3) ? dice.some(Cast.LANES) : Cast.LANES,
                        CapabilitySet.ofWorker(dice.some(Cast.CAPABILITIES)),
                        dice.oneIn(20) ? 0 : dice.pick(LIVENESS_TTLS)));
    }

    private Call<?, ?> heartbeat() {
        var key = worker();
        return new Call<>(Catalogue.HEARTBEAT_WORKER, new HeartbeatWorker(key.workerInstanceId(), key.namespace()));
    }

    private Call<?, ?> markDead() {
        var key = worker();
        return new Call<>(
                Catalogue.MARK_WORKER_DEAD,
                new MarkWorkerDead(key.workerInstanceId(), key.namespace(), dice.pick(Cast.REASONS)));
    }

    private Call<?, ?> list() {
        return new Call<>(
                Catalogue.LIST_WORKERS,
                new ListWorkers(
                        dice.maybe(2, () -> dice.pick(Cast.NAMESPACES)), dice.maybe(2, this::worker), dice.below(4)));
    }

    /** A worker that is registered, or one that may not be. */
    private WorkerKey worker() {
        var registered = List.copyOf(world.workers().keySet());
        return registered.isEmpty() || dice.oneIn(3)
                ? new WorkerKey(dice.pick(Cast.NAMESPACES), dice.pick(Cast.INSTANCES))
                : dice.pick(registered);
    }
}
