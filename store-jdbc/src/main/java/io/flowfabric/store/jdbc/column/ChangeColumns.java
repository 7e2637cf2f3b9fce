package io.flowfabric.store.jdbc.column;

import static io.flowfabric.store.jdbc.column.ExecutionColumn.*;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.attempt.AttemptLineage;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.lease.Lease;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** Which columns of the hot row a change of each kind writes. */
public final class ChangeColumns {
    private static final Set<ExecutionColumn> MUTATION = EnumSet.of(VERSION, LAST_MUTATION_AT);

    private static final Set<ExecutionColumn> TRANSITION = with(MUTATION, VECTOR, BLOCKING_DETAIL, LAST_TRANSITION_AT);

    private static final Set<ExecutionColumn> DUE_TIMES =
            EnumSet.of(DELAY_UNTIL, DEADLINE_AT, ATTEMPT_TIMEOUT_AT, ATTEMPT_TIME_LEFT);

    private static final Set<ExecutionColumn> ATTEMPT = EnumSet.of(
            ATTEMPT_INDEX,
            ATTEMPT_ID,
            ATTEMPT_TYPE,
            ATTEMPT_REASON,
            ATTEMPT_REQUESTED_BY,
            ATTEMPT_PREVIOUS,
            ATTEMPT_STARTED_AT,
            ATTEMPT_RESUMED_AT,
            ATTEMPT_SUSPENDED_AT,
            ATTEMPT_PAUSED_BY,
            LEASE_ID,
            WORKER_ID,
            WORKER_INSTANCE_ID);

    private static final Set<ExecutionColumn> LEASE = EnumSet.of(
            LEASE_EXPIRES_AT, LEASE_RENEWED_AT, LEASE_EXPIRED_AT, LEASE_REVOKED_AT, LEASE_REVOKE_REASON, LEASE_MARKS);

    private static final Set<ExecutionColumn> PENDING =
            EnumSet.of(PENDING_RETRY_REASON, PENDING_REPLAY_REASON, PENDING_REPLAY_BY, PENDING_PREVIOUS);

    private static final Set<ExecutionColumn> ENDING = EnumSet.of(FAILURE_REASON, CANCELLATION_REASON, CANCELLED_BY);

    /** What is empty unless something went wrong with a lease, or an attempt was not the first or was paused. */
    private static final Set<ExecutionColumn> TROUBLE = EnumSet.of(
            ATTEMPT_REASON,
            ATTEMPT_REQUESTED_BY,
            ATTEMPT_PREVIOUS,
            ATTEMPT_RESUMED_AT,
            ATTEMPT_SUSPENDED_AT,
            ATTEMPT_PAUSED_BY,
            LEASE_EXPIRED_AT,
            LEASE_REVOKED_AT,
            LEASE_REVOKE_REASON);

    /** Stands for the trouble of every execution that has none. */
    private static final Object NO_TROUBLE = new Object();

    /** Parts that few changes concern, so that their columns need not be compared one by one. */
    private static final Map<Set<ExecutionColumn>, Function<Execution, Object>> PARTS = Map.of(
            DUE_TIMES, Execution::dueTimes,
            PENDING, Execution::pending,
            ENDING, Execution::ending,
            TROUBLE, ChangeColumns::trouble);

    private static final Map<Class<? extends Change.OfExecution>, List<ExecutionColumn>> BY_KIND = Map.ofEntries(
            kind(
                    Change.Acquired.class,
                    union(TRANSITION, ATTEMPT, LEASE, DUE_TIMES, PENDING),
                    LEASE_EPOCH,
                    STARTED_AT,
                    TOTAL_ATTEMPTS,
                    RECLAIMS),
            kind(Change.Renewed.class, MUTATION, LEASE_EXPIRES_AT, LEASE_RENEWED_AT, LEASE_MARKS),
            kind(Change.Progressed.class, MUTATION, PROGRESS_PERCENT, PROGRESS_MESSAGE, PROGRESS_UPDATED_AT),
            kind(
                    Change.LeaseExpired.class,
                    MUTATION,
                    VECTOR,
                    BLOCKING_DETAIL,
                    LEASE_EXPIRES_AT,
                    LEASE_EXPIRED_AT,
                    LEASE_REVOKED_AT,
                    LEASE_REVOKE_REASON,
                    LEASE_MARKS),
            kind(
                    Change.Released.class,
                    union(TRANSITION, ATTEMPT, LEASE, DUE_TIMES, PENDING),
                    RETRIES,
                    FAILURE_REASON,
                    CANCELLATION_REASON,
                    CANCELLED_BY),
            kind(Change.Moved.class, TRANSITION, DELAY_UNTIL),
            kind(Change.Ended.class, union(TRANSITION, ATTEMPT, LEASE, DUE_TIMES, PENDING, ENDING), COMPLETED_AT),
            kind(Change.Replayed.class, union(TRANSITION, PENDING, ENDING), COMPLETED_AT, REPLAYS),
            kind(Change.Reprioritised.class, MUTATION, RANK),
            kind(Change.Tagged.class, MUTATION, INSTANCE_TAG),
            kind(Change.MismatchNoted.class, MUTATION, CAPABILITY_MISMATCH_AT));

    private ChangeColumns() {}

    /** The columns that a kind of change writes, in the order of their declaration. */
    public static List<ExecutionColumn> of(Class<? extends Change.OfExecution> kind) {
        return BY_KIND.get(kind);
    }

    /** Those of the columns of their kind that some of these changes move; all changes are of one kind. */
    public static List<ExecutionColumn> moved(List<? extends Change.OfExecution> changes) {
        var untouched = untouched(changes);
        var moved = new ArrayList<ExecutionColumn>();
        for (ExecutionColumn column : of(changes.get(0).getClass())) {
            if (!untouched.contains(column) && isMoved(column, changes)) {
                moved.add(column);
            }
        }
        return moved;
    }

    /** A loop, because this is asked of every column of every batch. */
    private static boolean isMoved(ExecutionColumn column, List<? extends Change.OfExecution> changes) {
        for (Change.OfExecution change : changes) {
            if (!Objects.deepEquals(column.of(change.before()), column.of(change.after()))) {
                return true;
            }
        }
        return false;
    }

    /** Columns of those parts of the record that no change has altered. */
    private static Set<ExecutionColumn> untouched(List<? extends Change.OfExecution> changes) {
        var untouched = EnumSet.noneOf(ExecutionColumn.class);
        PARTS.forEach((columns, part) -> {
            if (changes.stream().allMatch(change -> part.apply(change.before()) == part.apply(change.after()))) {
                untouched.addAll(columns);
            }
        });
        return untouched;
    }

    private static Object trouble(Execution e) {
        return e.openAttempt().map(ChangeColumns::isFirstAndNeverPaused).orElse(true)
                        && e.lease().map(ChangeColumns::counts).orElse(true)
                ? NO_TROUBLE
                : e;
    }

    private static boolean isFirstAndNeverPaused(Attempt attempt) {
        return attempt.lineage().equals(AttemptLineage.NONE)
                && attempt.times().resumedAt().isEmpty()
                && attempt.times().suspendedAt().isEmpty()
                && attempt.pausedBy().isEmpty();
    }

    private static boolean counts(Lease lease) {
        return lease.expiredAt().isEmpty() && lease.revocation().isEmpty();
    }

    /** Every kind of change of an existing execution. */
    public static Set<Class<? extends Change.OfExecution>> kinds() {
        return BY_KIND.keySet();
    }

    private static Map.Entry<Class<? extends Change.OfExecution>, List<ExecutionColumn>> kind(
            Class<? extends Change.OfExecution> kind, Set<ExecutionColumn> group, ExecutionColumn... more) {
        return Map.entry(kind, List.copyOf(with(group, more)));
    }

    private static EnumSet<ExecutionColumn> with(Set<ExecutionColumn> group, ExecutionColumn... more) {
        var all = EnumSet.copyOf(group);
        all.addAll(List.of(more));
        return all;
    }

    @SafeVarargs
    private static EnumSet<ExecutionColumn> union(Set<ExecutionColumn>... groups) {
        var all = EnumSet.noneOf(ExecutionColumn.class);
        for (var group : groups) {
            all.addAll(group);
        }
        return all;
    }
}
