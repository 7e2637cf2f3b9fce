package io.flowfabric.model.event;

/** One row of the outbox. */
public sealed interface Event permits LeaseEvent, CompletionEvent, OperatorEvent, InstanceTagEvent {
    /** Which execution the event is about, and when it happened. */
    EventSubject subject();

    EventFamily family();
}
