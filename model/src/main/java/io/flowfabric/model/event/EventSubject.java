package io.flowfabric.model.event;

import io.flowfabric.model.execution.ExecutionIdentity;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import java.util.Optional;

/**
 * What every event of an execution carries, stamped when it is written so that filters need no lookup.
 *
 * @param instanceTag the value of the tag {@code cairn.instance_id} at that moment
 * @param occurredAt milliseconds since the epoch, by the store's clock
 */
public record EventSubject(
        ExecutionId executionId, Namespace namespace, Optional<String> instanceTag, long occurredAt) {

    /** The subject of an event that happens to an execution now. */
    public static EventSubject of(ExecutionIdentity identity, long now) {
        return new EventSubject(identity.id(), identity.namespace(), identity.instanceTag(), now);
    }
}
