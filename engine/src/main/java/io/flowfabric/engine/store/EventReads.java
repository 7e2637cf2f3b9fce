package io.flowfabric.engine.store;

import io.flowfabric.model.event.Event;
import java.util.List;

/** Reading the outbox in commit order. */
public interface EventReads {
    /** An event and its place in the outbox. */
    record Positioned(long position, Event event) {}

    /** The newest place that is settled: no event will ever appear at or before it. */
    long settled();

    /** The next events behind a place, up to the newest settled one. */
    List<Positioned> after(long position, int limit);
}
