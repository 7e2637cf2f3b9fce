package io.flowfabric.model.event;

import io.flowfabric.model.event.kind.WorkerEventKind;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.worker.WorkerKey;
import java.util.Optional;

/**
 * A step in the life of a registered worker. Of two that agree in worker, kind and time only one is stored.
 *
 * @param reason what was said when the worker was marked dead
 */
public record WorkerEvent(WorkerKey worker, WorkerEventKind kind, Optional<String> reason, long occurredAt)
        implements Event {

    @Override
    public EventFamily family() {
        return EventFamily.WORKER;
    }

    @Override
    public Namespace namespace() {
        return worker.namespace();
    }

    @Override
    public Optional<String> instanceTag() {
        return Optional.empty();
    }
}
