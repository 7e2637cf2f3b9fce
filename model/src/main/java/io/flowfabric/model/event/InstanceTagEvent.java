package io.flowfabric.model.event;

/** The tag {@code cairn.instance_id} was attached to an execution, or got another value. */
public record InstanceTagEvent(EventSubject subject, String value) implements ExecutionEvent {
    @Override
    public EventFamily family() {
        return EventFamily.INSTANCE_TAG;
    }
}
