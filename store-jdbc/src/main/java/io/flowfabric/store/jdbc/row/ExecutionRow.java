package io.flowfabric.store.jdbc.row;

import static io.flowfabric.store.jdbc.column.Columns.optionalInt;
import static io.flowfabric.store.jdbc.column.Columns.optionalLong;
import static io.flowfabric.store.jdbc.column.Columns.optionalText;
import static io.flowfabric.store.jdbc.column.ExecutionColumn.*;

import io.flowfabric.engine.store.VectorCode;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.attempt.AttemptLineage;
import io.flowfabric.model.attempt.AttemptPointer;
import io.flowfabric.model.attempt.AttemptTimes;
import io.flowfabric.model.attempt.PendingLineage;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.Counters;
import io.flowfabric.model.execution.DueTimes;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.ExecutionEnding;
import io.flowfabric.model.execution.ExecutionIdentity;
import io.flowfabric.model.execution.Progress;
import io.flowfabric.model.execution.Timing;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.lease.LeaseMarks;
import io.flowfabric.model.lease.Revocation;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.store.jdbc.column.ExecutionColumn;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.column.RequiredColumn;
import io.flowfabric.store.jdbc.column.StoredLiteral;
import io.flowfabric.store.jdbc.column.Uuids;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Reads an execution from a row that begins with {@link #SELECTED}. */
public final class ExecutionRow {
    private static final int ID = 1;
    private static final int CREATED_AT = 2;
    private static final int FLOW_ID = 3;
    /** Where the number of the queue stands. */
    public static final int QUEUE = 4;

    private static final int FIRST = 5;

    /** What to select of an execution {@code e}, by position: reading by name is slow. */
    public static final String SELECTED = "e.id, e.created_at, e.flow_id, e.queue, "
            + Arrays.stream(ExecutionColumn.values())
                    .map(column -> "e." + column.column())
                    .collect(Collectors.joining(", "));

    /** How many columns {@link #SELECTED} has; what a statement selects besides follows behind them. */
    public static final int WIDTH = FIRST - 1 + ExecutionColumn.values().length;

    /** Finds the queue of a number, of which there are few and which never change. */
    public interface QueueLookup {
        Queue byNumber(int number) throws SQLException;
    }

    private ExecutionRow() {}

    /** Whether it was submitted in a caller's transaction and the engine meets it for the first time. */
    public static boolean isGuest(ResultSet row) throws SQLException {
        return VectorCode.isGuest(row.getInt(at(VECTOR)));
    }

    /** Fails with {@code corruption}, naming execution and column, when the row makes no execution. */
    public static Execution read(ResultSet row, QueueLookup queues) throws SQLException {
        try {
            return execution(row, queues);
        } catch (EngineException damaged) {
            throw EngineError.of(
                            ErrorCode.CORRUPTION,
                            "execution %s: %s"
                                    .formatted(
                                            ExecutionKey.decode(row.getBytes(ID)),
                                            damaged.error().detail()),
                            damaged.error().explanation())
                    .toException();
        }
    }

    private static Execution execution(ResultSet row, QueueLookup queues) throws SQLException {
        var vector = VectorCode.decode(row.getInt(at(VECTOR)));
        var current = new AttemptPointer(
                optionalInt(row, at(ATTEMPT_INDEX)),
                Optional.ofNullable(row.getBytes(at(ATTEMPT_ID))).map(Uuids::of).map(AttemptId::new));
        long epoch = row.getLong(at(LEASE_EPOCH));
        return new Execution(
                identity(row, queues.byNumber(row.getInt(QUEUE))),
                row.getLong(at(VERSION)),
                vector,
                optionalText(row, at(BLOCKING_DETAIL)).orElse(""),
                -row.getInt(at(RANK)),
                new Counters(
                        row.getInt(at(TOTAL_ATTEMPTS)),
                        row.getInt(at(RETRIES)),
                        row.getInt(at(REPLAYS)),
                        row.getInt(at(RECLAIMS))),
                epoch,
                current,
                vector.attemptState().isOpen() ? Optional.of(attempt(row, vector, current, epoch)) : Optional.empty(),
                vector.phase() == LifecyclePhase.ACTIVE ? Optional.of(lease(row)) : Optional.empty(),
                new Timing(
                        row.getLong(CREATED_AT),
                        optionalLong(row, at(STARTED_AT)),
                        optionalLong(row, at(COMPLETED_AT)),
                        row.getLong(at(LAST_TRANSITION_AT)),
                        row.getLong(at(LAST_MUTATION_AT))),
                new DueTimes(
                        optionalLong(row, at(DELAY_UNTIL)),
                        optionalLong(row, at(DEADLINE_AT)),
                        optionalLong(row, at(ATTEMPT_TIMEOUT_AT)),
                        optionalLong(row, at(ATTEMPT_TIME_LEFT))),
                new PendingLineage(
                        optionalText(row, at(PENDING_RETRY_REASON)),
                        optionalText(row, at(PENDING_REPLAY_REASON)),
                        optionalText(row, at(PENDING_REPLAY_BY)),
                        optionalInt(row, at(PENDING_PREVIOUS))),
                new Progress(
                        optionalInt(row, at(PROGRESS_PERCENT)),
                        optionalText(row, at(PROGRESS_MESSAGE)),
                        optionalLong(row, at(PROGRESS_UPDATED_AT))),
                new ExecutionEnding(
                        optionalText(row, at(FAILURE_REASON)),
                        optionalText(row, at(CANCELLATION_REASON)),
                        optionalText(row, at(CANCELLED_BY))),
                optionalLong(row, at(CAPABILITY_MISMATCH_AT)));
    }

    private static ExecutionIdentity identity(ResultSet row, Queue queue) throws SQLException {
        return new ExecutionIdentity(
                ExecutionKey.decode(row.getBytes(ID)),
                queue.namespace(),
                queue.lane(),
                queue.requiredCapabilities(),
                Optional.ofNullable(row.getBytes(FLOW_ID)).map(Uuids::of).map(FlowId::new),
                optionalText(row, at(INSTANCE_TAG)));
    }

    private static Attempt attempt(ResultSet row, StateVector vector, AttemptPointer current, long epoch)
            throws SQLException {
        var holder = new LeaseHolder(
                new WorkerId(text(row, WORKER_ID)),
                new WorkerInstanceId(text(row, WORKER_INSTANCE_ID)),
                new LeaseId(Uuids.of(RequiredColumn.of(LEASE_ID.column(), row.getBytes(at(LEASE_ID))))),
                epoch);
        return new Attempt(
                RequiredColumn.of(ATTEMPT_ID.column(), current.id().orElse(null)),
                (int) number(row, ATTEMPT_INDEX),
                StoredLiteral.parse(AttemptType.class, ATTEMPT_TYPE.column(), text(row, ATTEMPT_TYPE)),
                vector.phase() == LifecyclePhase.ACTIVE ? AttemptStatus.STARTED : AttemptStatus.SUSPENDED,
                new AttemptLineage(
                        optionalText(row, at(ATTEMPT_REASON)),
                        optionalText(row, at(ATTEMPT_REQUESTED_BY)),
                        optionalInt(row, at(ATTEMPT_PREVIOUS))),
                Optional.of(holder),
                new AttemptTimes(
                        number(row, ATTEMPT_STARTED_AT),
                        optionalLong(row, at(ATTEMPT_RESUMED_AT)),
                        optionalLong(row, at(ATTEMPT_SUSPENDED_AT)),
                        OptionalLong.empty()),
                optionalText(row, at(ATTEMPT_PAUSED_BY)),
                Optional.empty());
    }

    private static Lease lease(ResultSet row) throws SQLException {
        return new Lease(
                number(row, LEASE_EXPIRES_AT),
                number(row, LEASE_RENEWED_AT),
                optionalLong(row, at(LEASE_EXPIRED_AT)),
                revocation(row),
                LeaseMarks.ofNumber(row.getInt(at(LEASE_MARKS))));
    }

    private static Optional<Revocation> revocation(ResultSet row) throws SQLException {
        var at = optionalLong(row, at(LEASE_REVOKED_AT));
        return at.isPresent()
                ? Optional.of(new Revocation(at.getAsLong(), text(row, LEASE_REVOKE_REASON)))
                : Optional.empty();
    }

    private static String text(ResultSet row, ExecutionColumn column) throws SQLException {
        return RequiredColumn.of(column.column(), row.getString(at(column)));
    }

    private static long number(ResultSet row, ExecutionColumn column) throws SQLException {
        return RequiredColumn.number(row, at(column), column.column());
    }

    private static int at(ExecutionColumn column) {
        return FIRST + column.ordinal();
    }
}
