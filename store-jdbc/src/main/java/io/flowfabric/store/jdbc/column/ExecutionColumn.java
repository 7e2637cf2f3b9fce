package io.flowfabric.store.jdbc.column;

import static io.flowfabric.store.jdbc.column.ColumnType.BIGINT;
import static io.flowfabric.store.jdbc.column.ColumnType.BYTES;
import static io.flowfabric.store.jdbc.column.ColumnType.INTEGER;
import static io.flowfabric.store.jdbc.column.ColumnType.TEXT;
import static io.flowfabric.store.jdbc.column.Columns.orNull;

import io.flowfabric.engine.store.VectorCode;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.attempt.AttemptLineage;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.lease.LeaseMarks;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The columns of the hot row that change, and what each of them holds for a given state. What can be derived is not
 * stored: the status of the open attempt follows from the vector, and so does whether there is a lease.
 */
public enum ExecutionColumn {
    VERSION(BIGINT, Execution::version),
    VECTOR(INTEGER, e -> VectorCode.of(e.vector())),
    BLOCKING_DETAIL(TEXT, e -> e.blockingDetail().isEmpty() ? null : e.blockingDetail()),
    /** The priority turned round, so that the order of a lane ascends in every column. */
    RANK(INTEGER, e -> -e.priority()),
    INSTANCE_TAG(TEXT, e -> orNull(e.identity().instanceTag())),

    TOTAL_ATTEMPTS(INTEGER, e -> e.counters().attempts()),
    RETRIES(INTEGER, e -> e.counters().retries()),
    REPLAYS(INTEGER, e -> e.counters().replays()),
    RECLAIMS(INTEGER, e -> e.counters().reclaims()),

    LEASE_EPOCH(BIGINT, Execution::leaseEpoch),
    ATTEMPT_INDEX(INTEGER, e -> orNull(e.current().index())),
    ATTEMPT_ID(BYTES, e -> e.current().id().map(id -> Uuids.bytes(id.value())).orElse(null)),

    ATTEMPT_TYPE(TEXT, e -> ofAttempt(e, attempt -> attempt.type().literal())),
    ATTEMPT_REASON(TEXT, e -> ofLineage(e, lineage -> orNull(lineage.reason()))),
    ATTEMPT_REQUESTED_BY(TEXT, e -> ofLineage(e, lineage -> orNull(lineage.requestedBy()))),
    ATTEMPT_PREVIOUS(INTEGER, e -> ofLineage(e, lineage -> orNull(lineage.previousIndex()))),
    ATTEMPT_STARTED_AT(BIGINT, e -> ofAttempt(e, attempt -> attempt.times().startedAt())),
    ATTEMPT_RESUMED_AT(
            BIGINT, e -> ofAttempt(e, attempt -> orNull(attempt.times().resumedAt()))),
    ATTEMPT_SUSPENDED_AT(
            BIGINT, e -> ofAttempt(e, attempt -> orNull(attempt.times().suspendedAt()))),
    ATTEMPT_PAUSED_BY(TEXT, e -> ofAttempt(e, attempt -> orNull(attempt.pausedBy()))),

    LEASE_ID(BYTES, e -> ofHolder(e, holder -> Uuids.bytes(holder.leaseId().value()))),
    WORKER_ID(TEXT, e -> ofHolder(e, holder -> holder.workerId().value())),
    WORKER_INSTANCE_ID(
            TEXT, e -> ofHolder(e, holder -> holder.workerInstanceId().value())),
    LEASE_EXPIRES_AT(BIGINT, e -> ofLease(e, Lease::expiresAt)),
    LEASE_RENEWED_AT(BIGINT, e -> ofLease(e, Lease::lastRenewedAt)),
    LEASE_EXPIRED_AT(BIGINT, e -> ofLease(e, lease -> orNull(lease.expiredAt()))),
    LEASE_REVOKED_AT(BIGINT, e -> ofLease(e, lease -> orNull(lease.revokedAt()))),
    LEASE_REVOKE_REASON(TEXT, e -> ofLease(e, lease -> orNull(lease.revokeReason()))),
    /** What the holder has said about itself; nothing, mostly. */
    LEASE_MARKS(INTEGER, e -> ofLease(e, lease -> marks(lease.marks()))),

    STARTED_AT(BIGINT, e -> orNull(e.timing().startedAt())),
    COMPLETED_AT(BIGINT, e -> orNull(e.timing().completedAt())),
    LAST_TRANSITION_AT(BIGINT, e -> e.timing().lastTransitionAt()),
    LAST_MUTATION_AT(BIGINT, e -> e.timing().lastMutationAt()),

    DELAY_UNTIL(BIGINT, e -> orNull(e.dueTimes().delayUntil())),
    DEADLINE_AT(BIGINT, e -> orNull(e.dueTimes().deadlineAt())),
    ATTEMPT_TIMEOUT_AT(BIGINT, e -> orNull(e.dueTimes().attemptTimeoutAt())),
    ATTEMPT_TIME_LEFT(BIGINT, e -> orNull(e.dueTimes().attemptTimeLeftMs())),

    PENDING_RETRY_REASON(TEXT, e -> orNull(e.pending().retryReason())),
    PENDING_REPLAY_REASON(TEXT, e -> orNull(e.pending().replayReason())),
    PENDING_REPLAY_BY(TEXT, e -> orNull(e.pending().replayRequestedBy())),
    PENDING_PREVIOUS(INTEGER, e -> orNull(e.pending().previousAttemptIndex())),

    PROGRESS_PERCENT(INTEGER, e -> orNull(e.progress().percent())),
    PROGRESS_MESSAGE(TEXT, e -> orNull(e.progress().message())),
    PROGRESS_UPDATED_AT(BIGINT, e -> orNull(e.progress().updatedAt())),

    FAILURE_REASON(TEXT, e -> orNull(e.ending().failureReason())),
    CANCELLATION_REASON(TEXT, e -> orNull(e.ending().cancellationReason())),
    CANCELLED_BY(TEXT, e -> orNull(e.ending().cancelledBy())),

    CAPABILITY_MISMATCH_AT(BIGINT, e -> orNull(e.lastCapabilityMismatchAt()));

    private final String column = name().toLowerCase(Locale.ROOT);
    private final ColumnType type;
    private final Function<Execution, @Nullable Object> value;

    ExecutionColumn(ColumnType type, Function<Execution, @Nullable Object> value) {
        this.type = type;
        this.value = value;
    }

    /** The name of the column. */
    public String column() {
        return column;
    }

    public ColumnType type() {
        return type;
    }

    /** What the column holds for an execution: a number, text, bytes, or {@code null}. */
    public @Nullable Object of(Execution e) {
        return value.apply(e);
    }

    private static @Nullable Object ofAttempt(Execution e, Function<Attempt, @Nullable Object> part) {
        return e.openAttempt().isPresent() ? part.apply(e.openAttempt().get()) : null;
    }

    private static @Nullable Object ofLineage(Execution e, Function<AttemptLineage, @Nullable Object> part) {
        return ofAttempt(e, attempt -> part.apply(attempt.lineage()));
    }

    private static @Nullable Object ofHolder(Execution e, Function<LeaseHolder, @Nullable Object> part) {
        return ofAttempt(
                e,
                attempt -> attempt.holder().isPresent()
                        ? part.apply(attempt.holder().get())
                        : null);
    }

    private static @Nullable Object marks(LeaseMarks marks) {
        return marks.equals(LeaseMarks.NONE) ? null : marks.number();
    }

    private static @Nullable Object ofLease(Execution e, Function<Lease, @Nullable Object> part) {
        return e.lease().isPresent() ? part.apply(e.lease().get()) : null;
    }
}
