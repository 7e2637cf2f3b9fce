package io.flowfabric.engine.store.write;

import io.flowfabric.engine.store.write.WorkerWrites.WorkerDue;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;

/** The registry of workers in a write transaction; in the order of namespace and instance. */
public interface WorkerWrites extends RecordLocks<WorkerKey, RegisteredWorker>, DueLocks<WorkerDue, WorkerKey> {

    /** What falls due about workers. */
    enum WorkerDue {
        /** The liveness of a worker has ended; it is due from the millisecond after its end. */
        LIVENESS
    }
}
