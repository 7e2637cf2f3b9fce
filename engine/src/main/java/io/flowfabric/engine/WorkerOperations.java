package io.flowfabric.engine;

import static io.flowfabric.engine.Operation.one;
import static io.flowfabric.engine.Scope.ADMIN;
import static io.flowfabric.engine.Scope.READ;
import static io.flowfabric.engine.Scope.WORK;

import io.flowfabric.model.op.HeartbeatWorker;
import io.flowfabric.model.op.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.ListWorkers;
import io.flowfabric.model.op.MarkWorkerDead;
import io.flowfabric.model.op.MarkWorkerDeadOutcome;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.RegisterWorker;
import io.flowfabric.model.op.RegisterWorkerOutcome;
import io.flowfabric.model.op.WorkerPage;
import java.util.List;

/** The registry of workers. */
interface WorkerOperations {
    Operation<RegisterWorker, RegisterWorkerOutcome> REGISTER_WORKER = one(
            "register_worker",
            RegisterWorker.class,
            RegisterWorkerOutcome.class,
            WORK,
            "Says that a worker is there, and lets go of work that waited for one like it.");

    Operation<HeartbeatWorker, HeartbeatWorkerOutcome> HEARTBEAT_WORKER = one(
            "heartbeat_worker",
            HeartbeatWorker.class,
            HeartbeatWorkerOutcome.class,
            WORK,
            "Says that a registered worker is still there.");

    Operation<MarkWorkerDead, MarkWorkerDeadOutcome> MARK_WORKER_DEAD = one(
            "mark_worker_dead",
            MarkWorkerDead.class,
            MarkWorkerDeadOutcome.class,
            WORK,
            "Strikes a worker off the registry; its leases run on until they end.");

    Operation<ListWorkers, WorkerPage> LIST_WORKERS = one(
            "list_workers",
            ListWorkers.class,
            WorkerPage.class,
            READ,
            "Live workers of one namespace or of all, page by page.");

    Operation<NoArguments, Integer> SWEEP_WORKERS = one(
            "sweep_workers",
            NoArguments.class,
            Integer.class,
            ADMIN,
            "Strikes off workers whose liveness has ended; answers how many.");

    /** Every operation of this family. */
    static List<Operation<?, ?>> all() {
        return List.of(REGISTER_WORKER, HEARTBEAT_WORKER, MARK_WORKER_DEAD, LIST_WORKERS, SWEEP_WORKERS);
    }
}
