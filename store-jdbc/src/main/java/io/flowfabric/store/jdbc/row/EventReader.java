package io.flowfabric.store.jdbc.row;

import io.flowfabric.engine.store.read.EventReads.Damaged;
import io.flowfabric.engine.store.read.EventReads.Entry;
import io.flowfabric.engine.store.read.EventReads.Positioned;
import io.flowfabric.engine.store.read.EventReads.Unknown;
import io.flowfabric.model.Literal;
import io.flowfabric.model.Literals;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.event.OtherCompletionEvent;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.event.kind.OperatorEventType;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.model.event.kind.WorkerEventKind;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.state.TerminalOutcome;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.column.JsonColumn;
import io.flowfabric.store.jdbc.column.RequiredColumn;
import io.flowfabric.store.jdbc.column.StoredLiteral;
import io.flowfabric.store.jdbc.column.Uuids;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes an event of the values that {@link EventRow#COLUMNS} hold for it. What cannot be read is told apart from what is
 * merely new, so that an old reader survives a newer writer and damage does not go unseen.
 */
public final class EventReader {
    private final @Nullable Object[] values;

    private EventReader(@Nullable Object[] values) {
        this.values = values;
    }

    /** The event at a position of the outbox. */
    public static Entry read(long position, @Nullable Object[] values) {
        String family = Objects.requireNonNullElse((String) values[0], "");
        String type = Objects.requireNonNullElse((String) values[1], "");
        try {
            return new EventReader(values)
                    .event(family, type)
                    .<Entry>map(event -> new Positioned(position, event))
                    .orElseGet(() -> new Unknown(position, family, type));
        } catch (EngineException damaged) {
            return new Damaged(
                    position,
                    family,
                    EngineError.of(
                            ErrorCode.CORRUPTION,
                            "event %d: %s".formatted(position, damaged.error().detail()),
                            "The row makes no %s event; events behind it are not affected.".formatted(family)));
        }
    }

    private Optional<Event> event(String family, String type) {
        var known = Literals.parse(EventFamily.class, family);
        if (known.isEmpty()) {
            return Optional.empty();
        }
        return switch (known.get()) {
            case LEASE -> typed(LeaseEventType.class, type, lease());
            case COMPLETION -> Optional.of(completion(type));
            case OPERATOR -> {
                var subject = subject();
                var details = JsonColumn.read((String) values[15]);
                yield typed(OperatorEventType.class, type, of -> new OperatorEvent(subject, of, details));
            }
            case INSTANCE_TAG -> Optional.of(new InstanceTagEvent(subject(), text("details", 15)));
            case WORKER -> {
                var worker = new WorkerKey(namespace(), new WorkerInstanceId(text("worker_instance_id", 10)));
                var reason = optionalText(11);
                long at = number(5);
                yield typed(WorkerEventKind.class, type, of -> new WorkerEvent(worker, of, reason, at));
            }
            case SIGNAL -> Optional.empty();
        };
    }

    private Event completion(String outcome) {
        var subject = subject();
        var flow = Optional.ofNullable((byte[]) values[13]).map(Uuids::of).map(FlowId::new);
        boolean dispatched = number(14) == 1;
        return Literals.parse(TerminalOutcome.class, outcome)
                .<Event>map(of -> new CompletionEvent(subject, flow, of, dispatched))
                .orElseGet(() -> new OtherCompletionEvent(subject, flow, outcome));
    }

    private Function<LeaseEventType, Event> lease() {
        var subject = subject();
        var holder = new LeaseHolder(
                new WorkerId(text("worker_id", 9)),
                new WorkerInstanceId(text("worker_instance_id", 10)),
                new LeaseId(Uuids.of(bytes("lease_id", 6))),
                number(7));
        int attempt = (int) number(8);
        var reason = optionalText(11);
        var by = optionalText(12).map(who -> StoredLiteral.parse(RevokedBy.class, "revoked_by", who));
        return type -> new LeaseEvent(subject, type, holder, attempt, reason, by);
    }

    private EventSubject subject() {
        return new EventSubject(ExecutionKey.decode(bytes("execution_id", 2)), namespace(), optionalText(4), number(5));
    }

    private Namespace namespace() {
        return new Namespace(text("namespace", 3));
    }

    /** A number that is missing is zero. */
    private long number(int offset) {
        return values[offset] instanceof Number number ? number.longValue() : 0;
    }

    private Optional<String> optionalText(int offset) {
        return Optional.ofNullable((String) values[offset]);
    }

    private String text(String column, int offset) {
        return RequiredColumn.of(column, (String) values[offset]);
    }

    private byte[] bytes(String column, int offset) {
        return RequiredColumn.of(column, (byte[]) values[offset]);
    }

    private static <E extends Enum<E> & Literal> Optional<Event> typed(
            Class<E> type, String literal, Function<E, Event> event) {
        return Literals.parse(type, literal).map(event);
    }
}
