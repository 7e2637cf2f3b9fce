package io.flowfabric.model.event;

import io.flowfabric.model.id.Namespace;
import java.util.Optional;

/** One row of the outbox. */
public sealed interface Event permits ExecutionEvent, WorkerEvent {
    EventFamily family();

    /** Whose event it is. */
    Namespace namespace();

    /** The value of the execution's tag {@code cairn.instance_id} at that moment, if the event is about an execution. */
    Optional<String> instanceTag();

    /** When it happened, in milliseconds since the epoch by the store's clock. */
    long occurredAt();
}
