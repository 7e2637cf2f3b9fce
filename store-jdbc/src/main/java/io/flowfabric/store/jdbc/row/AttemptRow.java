package io.flowfabric.store.jdbc.row;

import static io.flowfabric.store.jdbc.column.ColumnType.BIGINT;
import static io.flowfabric.store.jdbc.column.ColumnType.BYTES;
import static io.flowfabric.store.jdbc.column.ColumnType.INTEGER;
import static io.flowfabric.store.jdbc.column.ColumnType.TEXT;
import static io.flowfabric.store.jdbc.column.Columns.optionalInt;
import static io.flowfabric.store.jdbc.column.Columns.optionalLong;
import static io.flowfabric.store.jdbc.column.Columns.optionalText;
import static io.flowfabric.store.jdbc.column.Columns.orNull;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.attempt.AttemptLineage;
import io.flowfabric.model.attempt.AttemptTimes;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.column.StoredLiteral;
import io.flowfabric.store.jdbc.column.Uuids;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An attempt that has ended, as a row of its own; the open one lives in the hot row of its execution. */
public final class AttemptRow {
    /** The columns of the row, in the order of {@link #values} and {@link #read}. */
    public static final String COLUMNS = "attempt_index, attempt_id, attempt_type, attempt_status, reason, "
            + "requested_by, previous_index, worker_id, worker_instance_id, lease_id, lease_epoch, started_at, "
            + "resumed_at, suspended_at, ended_at, failure_reason, failure_category";

    /** What kind of value each column holds. */
    public static final List<ColumnType> TYPES = List.of(
            INTEGER, BYTES, TEXT, TEXT, TEXT, TEXT, INTEGER, TEXT, TEXT, BYTES, BIGINT, BIGINT, BIGINT, BIGINT, BIGINT,
            TEXT, TEXT);

    /** The columns of a row that is inserted: the number of the execution, the attempt, and the result it brought. */
    public static final List<String> COLUMNS_OF_ENDED =
            List.of(("seq, " + COLUMNS + ", result_encoding, result").split(", "));

    /** What kind of value each of {@link #COLUMNS_OF_ENDED} holds. */
    public static final List<ColumnType> TYPES_OF_ENDED = Stream.of(List.of(BIGINT), TYPES, List.of(TEXT, BYTES))
            .flatMap(List::stream)
            .toList();

    /** What {@link #readResult} wants, of a table with the alias {@code a}. */
    public static final String RESULT = "a.result_encoding, a.result";

    private AttemptRow() {}

    /** What {@link #COLUMNS_OF_ENDED} hold for the attempt that a change ends. */
    public static @Nullable Object[] valuesOfEnded(long seq, Change.OfExecution change) {
        var values = values(change.endedAttempt().orElseThrow());
        var row = new @Nullable Object[values.length + 3];
        row[0] = seq;
        System.arraycopy(values, 0, row, 1, values.length);
        if (change.result().isPresent()) {
            row[values.length + 1] = orNull(change.result().get().encoding());
            row[values.length + 2] = change.result().get().bytes();
        }
        return row;
    }

    /** What the columns hold for an attempt. */
    public static @Nullable Object[] values(Attempt attempt) {
        var holder = attempt.holder();
        return new @Nullable Object[] {
            attempt.index(),
            Uuids.bytes(attempt.id().value()),
            attempt.type().literal(),
            attempt.status().literal(),
            orNull(attempt.lineage().reason()),
            orNull(attempt.lineage().requestedBy()),
            orNull(attempt.lineage().previousIndex()),
            holder.map(held -> held.workerId().value()).orElse(null),
            holder.map(held -> held.workerInstanceId().value()).orElse(null),
            holder.map(held -> Uuids.bytes(held.leaseId().value())).orElse(null),
            holder.map(LeaseHolder::epoch).orElse(null),
            attempt.times().startedAt(),
            orNull(attempt.times().resumedAt()),
            orNull(attempt.times().suspendedAt()),
            orNull(attempt.times().endedAt()),
            attempt.failure().map(AttemptFailure::reason).orElse(null),
            attempt.failure().flatMap(AttemptFailure::category).orElse(null)
        };
    }

    /** Reads a row that consists of {@link #COLUMNS}. Fails with {@code corruption} when it makes no attempt. */
    public static Attempt read(ResultSet row) throws SQLException {
        return new Attempt(
                new AttemptId(Uuids.of(row.getBytes(2))),
                row.getInt(1),
                StoredLiteral.parse(AttemptType.class, "attempt_type", row.getString(3)),
                StoredLiteral.parse(AttemptStatus.class, "attempt_status", row.getString(4)),
                new AttemptLineage(optionalText(row, 5), optionalText(row, 6), optionalInt(row, 7)),
                holder(row),
                new AttemptTimes(row.getLong(12), optionalLong(row, 13), optionalLong(row, 14), optionalLong(row, 15)),
                Optional.empty(),
                failure(row));
    }

    /** Reads {@link #RESULT} from a column on; empty when the attempt brought none. */
    public static Optional<Payload> readResult(ResultSet row, int first) throws SQLException {
        byte[] bytes = row.getBytes(first + 1);
        return bytes == null
                ? Optional.empty()
                : Optional.of(new Payload(bytes, Optional.ofNullable(row.getString(first))));
    }

    private static Optional<LeaseHolder> holder(ResultSet row) throws SQLException {
        byte[] leaseId = row.getBytes(10);
        return leaseId == null
                ? Optional.empty()
                : Optional.of(new LeaseHolder(
                        new WorkerId(row.getString(8)),
                        new WorkerInstanceId(row.getString(9)),
                        new LeaseId(Uuids.of(leaseId)),
                        row.getLong(11)));
    }

    private static Optional<AttemptFailure> failure(ResultSet row) throws SQLException {
        var category = optionalText(row, 17);
        return optionalText(row, 16).map(reason -> new AttemptFailure(reason, category));
    }
}
