package io.flowfabric.engine.store.read;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.event.Event;
import java.util.List;

/** Reading the outbox in commit order. */
public interface EventReads {
    /** A row of the outbox and its position. */
    sealed interface Entry {
        long position();
    }

    /** An event. */
    record Positioned(long position, Event event) implements Entry {}

    /** A row of a family or type that only a newer program knows. */
    record Unknown(long position, String family, String type) implements Entry {}

    /** A row that makes no event of its family; the error says why. */
    record Damaged(long position, String family, EngineError error) implements Entry {}

    /** The newest settled position: no event will ever appear at or before it. */
    long settled();

    /** The newest position that was ever given to an event, settled or not. It never moves back. */
    long newest();

    /** The newest position whose event was trimmed; 0 when none was. */
    long trimmedTo();

    /** The next rows behind a position, up to the newest settled one. A row that cannot be read hides no other. */
    List<Entry> after(long position, int limit);

    /** As {@link #after}, but only for leases that their holder lost, however many other rows lie between. */
    List<Entry> takenAwayAfter(long position, int limit);
}
