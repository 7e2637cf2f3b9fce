package io.flowfabric.store.jdbc;

import static io.flowfabric.store.jdbc.ColumnType.BIGINT;
import static io.flowfabric.store.jdbc.ColumnType.BYTES;
import static io.flowfabric.store.jdbc.ColumnType.INTEGER;
import static io.flowfabric.store.jdbc.ColumnType.TEXT;
import static io.flowfabric.store.jdbc.Columns.optionalText;
import static io.flowfabric.store.jdbc.Columns.orNull;

import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.LeaseEventType;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.event.OperatorEventType;
import io.flowfabric.model.event.RevokedBy;
import io.flowfabric.model.execution.LeaseHolder;
import io.flowfabric.model.id.FlowId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.state.TerminalOutcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An event as a row of the outbox; every family uses the columns it needs and leaves the others empty. */
public final class EventRow {
    /** The columns of the row, in the order of {@link #values}. */
    public static final String COLUMNS = "family, event_type, execution_id, namespace, instance_tag, occurred_at, "
            + "lease_id, lease_epoch, attempt_index, worker_id, worker_instance_id, reason, revoked_by, flow_id, "
            + "dispatched, details";

    /** What kind of value each column holds. */
    public static final List<ColumnType> TYPES = List.of(
            TEXT, TEXT, BYTES, TEXT, TEXT, BIGINT, BYTES, BIGINT, INTEGER, TEXT, TEXT, TEXT, TEXT, BYTES, INTEGER,
            TEXT);

    private EventRow() {}

    /** What the columns hold for an event. */
    public static @Nullable Object[] values(Event event) {
        var subject = event.subject();
        var row = new @Nullable Object[16];
        row[0] = event.family().literal();
        row[2] = ExecutionKey.encode(subject.executionId());
        row[3] = subject.namespace().value();
        row[4] = orNull(subject.instanceTag());
        row[5] = subject.occurredAt();
        if (event instanceof LeaseEvent lease) {
            fillLease(row, lease);
        } else if (event instanceof CompletionEvent completion) {
            row[1] = completion.outcome().literal();
            row[13] = completion.flowId().map(flow -> Uuids.bytes(flow.value())).orElse(null);
            row[14] = completion.dispatched() ? 1 : 0;
        } else if (event instanceof OperatorEvent operator) {
            row[1] = operator.type().literal();
            row[15] = JsonColumn.write(operator.details());
        } else if (event instanceof InstanceTagEvent tag) {
            row[1] = "attached";
            row[15] = tag.value();
        }
        return row;
    }

    /**
     * Reads a row that consists of {@link #COLUMNS}, from the given position on. Fails with {@code corruption} when it
     * makes no event.
     */
    public static Event read(ResultSet row, int first) throws SQLException {
        var subject = new EventSubject(
                ExecutionKey.decode(row.getBytes(first + 2)),
                new Namespace(row.getString(first + 3)),
                optionalText(row, first + 4),
                row.getLong(first + 5));
        String type = row.getString(first + 1);
        return switch (StoredLiteral.parse(EventFamily.class, "family", row.getString(first))) {
            case LEASE -> lease(subject, type, row, first);
            case COMPLETION ->
                new CompletionEvent(
                        subject,
                        Optional.ofNullable(row.getBytes(first + 13))
                                .map(Uuids::of)
                                .map(FlowId::new),
                        StoredLiteral.parse(TerminalOutcome.class, "event_type", type),
                        row.getInt(first + 14) == 1);
            case OPERATOR ->
                new OperatorEvent(
                        subject,
                        StoredLiteral.parse(OperatorEventType.class, "event_type", type),
                        JsonColumn.read(row.getString(first + 15)));
            case INSTANCE_TAG -> new InstanceTagEvent(subject, row.getString(first + 15));
        };
    }

    private static void fillLease(@Nullable Object[] row, LeaseEvent lease) {
        row[1] = lease.type().literal();
        row[6] = Uuids.bytes(lease.holder().leaseId().value());
        row[7] = lease.holder().epoch();
        row[8] = lease.attemptIndex();
        row[9] = lease.holder().workerId().value();
        row[10] = lease.holder().workerInstanceId().value();
        row[11] = orNull(lease.reason());
        row[12] = lease.revokedBy().map(RevokedBy::literal).orElse(null);
    }

    private static LeaseEvent lease(EventSubject subject, String type, ResultSet row, int first) throws SQLException {
        var holder = new LeaseHolder(
                new WorkerId(row.getString(first + 9)),
                new WorkerInstanceId(row.getString(first + 10)),
                new LeaseId(Uuids.of(row.getBytes(first + 6))),
                row.getLong(first + 7));
        return new LeaseEvent(
                subject,
                StoredLiteral.parse(LeaseEventType.class, "event_type", type),
                holder,
                row.getInt(first + 8),
                optionalText(row, first + 11),
                optionalText(row, first + 12).map(by -> StoredLiteral.parse(RevokedBy.class, "revoked_by", by)));
    }
}
