package io.flowfabric.model.event;

import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.model.lease.LeaseHolder;
import java.util.Optional;

/**
 * A step in the history of an execution's leases.
 *
 * @param holder the holder of the lease the event is about; of the new lease when it was reclaimed
 * @param revokedBy set when the type is {@code revoked}
 */
public record LeaseEvent(
        EventSubject subject,
        LeaseEventType type,
        LeaseHolder holder,
        int attemptIndex,
        Optional<String> reason,
        Optional<RevokedBy> revokedBy)
        implements ExecutionEvent {

    @Override
    public EventFamily family() {
        return EventFamily.LEASE;
    }
}
