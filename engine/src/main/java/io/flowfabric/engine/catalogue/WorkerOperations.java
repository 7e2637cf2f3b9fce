package io.flowfabric.engine.catalogue;

import static io.flowfabric.engine.catalogue.Operation.AnswerSize.PAGE;
import static io.flowfabric.engine.catalogue.Operation.AnswerSize.SMALL;
import static io.flowfabric.engine.catalogue.Operation.Subject.DEPLOYMENT;
import static io.flowfabric.engine.catalogue.Operation.Subject.NAMESPACE;
import static io.flowfabric.engine.catalogue.Operation.one;
import static io.flowfabric.engine.catalogue.RetrySafety.ALWAYS;
import static io.flowfabric.engine.catalogue.Scope.ADMIN;
import static io.flowfabric.engine.catalogue.Scope.WORK;

import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.worker.HeartbeatWorker;
import io.flowfabric.model.op.worker.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.worker.ListWorkers;
import io.flowfabric.model.op.worker.MarkWorkerDead;
import io.flowfabric.model.op.worker.MarkWorkerDeadOutcome;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.op.worker.RegisterWorkerOutcome;
import io.flowfabric.model.op.worker.WorkerPage;

/** The registry of workers. */
public interface WorkerOperations {
    Operation<RegisterWorker, RegisterWorkerOutcome> REGISTER_WORKER = one(
                    "register_worker", RegisterWorker.class, RegisterWorkerOutcome.class)
            .needs(WORK)
            .concerns(NAMESPACE)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Registers a worker, and unblocks executions that waited for one with its capabilities.");

    Operation<HeartbeatWorker, HeartbeatWorkerOutcome> HEARTBEAT_WORKER = one(
                    "heartbeat_worker", HeartbeatWorker.class, HeartbeatWorkerOutcome.class)
            .needs(WORK)
            .concerns(NAMESPACE)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Reports that a registered worker is still alive.");

    Operation<MarkWorkerDead, MarkWorkerDeadOutcome> MARK_WORKER_DEAD = one(
                    "mark_worker_dead", MarkWorkerDead.class, MarkWorkerDeadOutcome.class)
            .needs(WORK)
            .concerns(NAMESPACE)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Removes a worker from the registry; its leases stay valid until they end.");

    Operation<ListWorkers, WorkerPage> LIST_WORKERS = one("list_workers", ListWorkers.class, WorkerPage.class)
            .reads(NAMESPACE)
            .answers(PAGE)
            .describedAs("Live workers of one namespace or of all, page by page.");

    Operation<NoArguments, Integer> SWEEP_WORKERS = one("sweep_workers", NoArguments.class, Integer.class)
            .needs(ADMIN)
            .concerns(DEPLOYMENT)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Removes workers whose liveness has ended; answers how many.");
}
