package io.flowfabric.engine.store.write;

import io.flowfabric.model.event.Event;
import java.util.List;

/** The outbox in a write transaction. */
public interface EventWrites {

    /**
     * Appends to the outbox, in the order given. A worker event that is there already, the same in worker, kind and time,
     * is not repeated.
     */
    void append(List<Event> events);
}
