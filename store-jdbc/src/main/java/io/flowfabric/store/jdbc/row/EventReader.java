package io.flowfabric.store.jdbc.row;

import static io.flowfabric.store.jdbc.column.Columns.optionalText;

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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads a row of the outbox that consists of {@link EventRow#COLUMNS}, from a column on. What cannot be read is told
 * apart from what is merely new, so that an old reader survives a newer writer and damage does not go unseen.
 */
public final class EventReader {
    private final ResultSet row;
    private final int first;

    private EventReader(ResultSet row, int first) {
        this.row = row;
        this.first = first;
    }

    /** The row at a place of the outbox. Fails only when the database does. */
    public static Entry read(long position, ResultSet row, int first) throws SQLException {
        String family = row.getString(first);
        String type = row.getString(first + 1);
        try {
            return new EventReader(row, first)
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

    private Optional<Event> event(String family, String type) throws SQLException {
        var known = Literals.parse(EventFamily.class, family);
        if (known.isEmpty()) {
            return Optional.empty();
        }
        return switch (known.get()) {
            case LEASE -> typed(LeaseEventType.class, type, lease());
            case COMPLETION -> Optional.of(completion(type));
            case OPERATOR -> {
                var subject = subject();
                var details = JsonColumn.read(row.getString(first + 15));
                yield typed(OperatorEventType.class, type, of -> new OperatorEvent(subject, of, details));
            }
            case INSTANCE_TAG -> Optional.of(new InstanceTagEvent(subject(), text("details", 15)));
            case WORKER -> {
                var worker = new WorkerKey(namespace(), new WorkerInstanceId(text("worker_instance_id", 10)));
                var reason = optionalText(row, first + 11);
                long at = row.getLong(first + 5);
                yield typed(WorkerEventKind.class, type, of -> new WorkerEvent(worker, of, reason, at));
            }
            case SIGNAL -> Optional.empty();
        };
    }

    private Event completion(String outcome) throws SQLException {
        var subject = subject();
        var flow = Optional.ofNullable(row.getBytes(first + 13)).map(Uuids::of).map(FlowId::new);
        boolean dispatched = row.getInt(first + 14) == 1;
        return Literals.parse(TerminalOutcome.class, outcome)
                .<Event>map(of -> new CompletionEvent(subject, flow, of, dispatched))
                .orElseGet(() -> new OtherCompletionEvent(subject, flow, outcome));
    }

    private Function<LeaseEventType, Event> lease() throws SQLException {
        var subject = subject();
        var holder = new LeaseHolder(
                new WorkerId(text("worker_id", 9)),
                new WorkerInstanceId(text("worker_instance_id", 10)),
                new LeaseId(Uuids.of(bytes("lease_id", 6))),
                row.getLong(first + 7));
        int attempt = row.getInt(first + 8);
        var reason = optionalText(row, first + 11);
        var by = optionalText(row, first + 12).map(who -> StoredLiteral.parse(RevokedBy.class, "revoked_by", who));
        return type -> new LeaseEvent(subject, type, holder, attempt, reason, by);
    }

    private EventSubject subject() throws SQLException {
        return new EventSubject(
                ExecutionKey.decode(bytes("execution_id", 2)),
                namespace(),
                optionalText(row, first + 4),
                row.getLong(first + 5));
    }

    private Namespace namespace() throws SQLException {
        return new Namespace(text("namespace", 3));
    }

    private String text(String column, int offset) throws SQLException {
        return RequiredColumn.of(column, row.getString(first + offset));
    }

    private byte[] bytes(String column, int offset) throws SQLException {
        return RequiredColumn.of(column, row.getBytes(first + offset));
    }

    private static <E extends Enum<E> & Literal> Optional<Event> typed(
            Class<E> type, String literal, Function<E, Event> event) {
        return Literals.parse(type, literal).map(event);
    }
}
