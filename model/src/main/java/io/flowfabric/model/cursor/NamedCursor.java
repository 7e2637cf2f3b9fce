package io.flowfabric.model.cursor;

import java.util.Optional;

/**
 * A place in the outbox that is kept under a name.
 *
 * @param position everything up to it has been handled; never {@link EventCursor#FROM_NOW}
 * @param epoch grows with every subscriber that takes it; a write that names an older one has no effect
 * @param lease which subscriber handles the events behind it; empty when it was released
 * @param changedAt when it was last written, in milliseconds since the epoch by the store's clock
 */
public record NamedCursor(
        CursorKey key, EventCursor position, long epoch, Optional<CursorLease> lease, long changedAt) {}
