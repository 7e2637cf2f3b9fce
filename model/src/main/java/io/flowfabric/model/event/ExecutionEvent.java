package io.flowfabric.model.event;

import io.flowfabric.model.id.Namespace;
import java.util.Optional;

/** An event about an execution. */
public sealed interface ExecutionEvent extends Event
        permits LeaseEvent, CompletionEvent, OtherCompletionEvent, OperatorEvent, InstanceTagEvent {

    /** Which execution the event is about, and when it happened. */
    EventSubject subject();

    @Override
    default Namespace namespace() {
        return subject().namespace();
    }

    @Override
    default Optional<String> instanceTag() {
        return subject().instanceTag();
    }

    @Override
    default long occurredAt() {
        return subject().occurredAt();
    }
}
