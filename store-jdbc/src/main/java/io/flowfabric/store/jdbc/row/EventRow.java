package io.flowfabric.store.jdbc.row;

import static io.flowfabric.store.jdbc.column.ColumnType.BIGINT;
import static io.flowfabric.store.jdbc.column.ColumnType.BYTES;
import static io.flowfabric.store.jdbc.column.ColumnType.INTEGER;
import static io.flowfabric.store.jdbc.column.ColumnType.TEXT;
import static io.flowfabric.store.jdbc.column.Columns.orNull;

import io.flowfabric.engine.rules.record.EventRules;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.event.OtherCompletionEvent;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.column.JsonColumn;
import io.flowfabric.store.jdbc.column.Uuids;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event as a row of the outbox; every family uses the columns it needs and leaves the others empty. */
public final class EventRow {
    /** The columns of the row, in the order of {@link #values}. */
    public static final String COLUMNS = "family, event_type, execution_id, namespace, instance_tag, occurred_at, "
            + "lease_id, lease_epoch, attempt_index, worker_id, worker_instance_id, reason, revoked_by, flow_id, "
            + "dispatched, details, taken_away";

    /** What kind of value each column holds. */
    public static final List<ColumnType> TYPES = List.of(
            TEXT, TEXT, BYTES, TEXT, TEXT, BIGINT, BYTES, BIGINT, INTEGER, TEXT, TEXT, TEXT, TEXT, BYTES, INTEGER, TEXT,
            INTEGER);

    /** The rows that {@link EventRules#isTakenAway} marked when they were written, as their index has it. */
    public static final String TAKEN_AWAY = "taken_away = 1";

    private EventRow() {}

    /** What the columns hold for an event. */
    public static @Nullable Object[] values(Event event) {
        var row = new @Nullable Object[17];
        row[0] = event.family().literal();
        row[3] = event.namespace().value();
        row[4] = orNull(event.instanceTag());
        row[5] = event.occurredAt();
        row[2] = executionKey(event);
        row[16] = EventRules.isTakenAway(event) ? 1 : null;
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
        } else if (event instanceof OtherCompletionEvent other) {
            row[1] = other.outcome();
            row[13] = other.flowId().map(flow -> Uuids.bytes(flow.value())).orElse(null);
        } else if (event instanceof WorkerEvent worker) {
            row[1] = worker.kind().literal();
            row[10] = worker.worker().workerInstanceId().value();
            row[11] = orNull(worker.reason());
        }
        return row;
    }

    /** What the columns of a row hold, from one on. */
    public static @Nullable Object[] read(ResultSet row, int first) throws SQLException {
        var values = new @Nullable Object[TYPES.size()];
        for (int i = 0; i < values.length; i++) {
            int column = first + i;
            switch (TYPES.get(i)) {
                case TEXT -> values[i] = row.getString(column);
                case BYTES -> values[i] = row.getBytes(column);
                case BIGINT, INTEGER -> {
                    long number = row.getLong(column);
                    values[i] = row.wasNull() ? null : number;
                }
            }
        }
        return values;
    }

    /** Whether {@link EventRules#isTakenAway} was said of an event when it was written. */
    public static boolean isTakenAway(@Nullable Object[] values) {
        return values[16] != null;
    }

    /** The key of the execution that an event is about; {@code null} when it is about none. */
    public static byte @Nullable [] executionKey(Event event) {
        return event instanceof ExecutionEvent about
                ? ExecutionKey.encode(about.subject().executionId())
                : null;
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
}
