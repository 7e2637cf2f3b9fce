package io.flowfabric.engine.store.read;

import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import java.util.List;
import java.util.Optional;

/** Reading the registry of workers without locking them. */
public interface WorkerReads {
    /** Workers in the order of the bytes of namespace and instance. */
    List<RegisteredWorker> list(Scan scan);

    /** Workers whose liveness ended before a moment, the longest ended first. */
    List<WorkerKey> endedBefore(long moment, int limit);

    /**
     * A page of the registry.
     *
     * @param after where the last page ended; from the first worker when empty
     * @param endsAfter only workers whose liveness ends after this time
     */
    record Scan(Optional<Namespace> namespace, Optional<WorkerKey> after, long endsAfter, int limit) {}
}
