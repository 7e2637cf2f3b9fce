package io.flowfabric.store.jdbc.query;

import io.flowfabric.engine.rules.followup.FollowUpRules;
import io.flowfabric.engine.store.VectorCode;
import io.flowfabric.model.lease.LeaseMarks;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Conditions on the state of a row by name; the numbers of the column {@code vector} are those of {@link VectorCode}.
 * The migrations repeat them as conditions of partial indexes, or of the entries that take the place of such indexes: a planner
 * uses a partial index only for a query that has the same condition.
 *
 * <p>Each begins with the name of its column, so that an alias may be put in front of it, unless it says otherwise.
 */
public final class StateConditions {
    /** The codes of a row of the table of legal vectors share all digits but the last. */
    private static final int CODES_PER_ROW = 10;

    private static final int FIRST = code(VectorRow.ELIGIBLE, AttemptState.PENDING_FIRST_ATTEMPT);
    private static final int FIRST_OF_CALLER = VectorCode.asGuest(FIRST);
    private static final int RETRY = code(VectorRow.ELIGIBLE, AttemptState.PENDING_RETRY_ATTEMPT);
    private static final int REPLAY = code(VectorRow.ELIGIBLE, AttemptState.PENDING_REPLAY_ATTEMPT);
    private static final int RESUME = code(VectorRow.ELIGIBLE, AttemptState.ATTEMPT_INTERRUPTED);
    private static final int FIRST_UNROUTED = code(VectorRow.BLOCKED_BY_ROUTE, AttemptState.PENDING_FIRST_ATTEMPT);
    private static final int LAST_UNROUTED = code(VectorRow.BLOCKED_BY_ROUTE, AttemptState.ATTEMPT_INTERRUPTED);
    private static final int EXPIRED = code(VectorRow.LEASE_EXPIRED, AttemptState.ATTEMPT_INTERRUPTED);
    private static final int REVOKED = code(VectorRow.LEASE_REVOKED, AttemptState.ATTEMPT_INTERRUPTED);

    /** First submissions: eligible, never tried, and not submitted in a caller's transaction. */
    public static final String FRESH = is(FIRST);

    /**
     * What a claim may take besides {@link #FRESH}: retries, replays, paused attempts, submissions of callers'
     * transactions, blocked by route, leases that may be reclaimed.
     */
    public static final String RETURNED = in(IntStream.concat(
                    IntStream.of(RETRY, REPLAY, RESUME, VectorCode.met(FIRST_OF_CALLER), FIRST_OF_CALLER),
                    IntStream.concat(
                            IntStream.rangeClosed(FIRST_UNROUTED, LAST_UNROUTED), IntStream.of(EXPIRED, REVOKED)))
            .toArray());

    /**
     * As {@link #RETURNED} without submissions of callers' transactions, which stay {@link #FRESH} where there is one
     * writer at a time. Without IN, whose list SQLite would build anew for every row that is written. Takes no alias.
     */
    public static final String RETURNED_TO_ONE_WRITER = "%s OR %s OR %s OR %s"
            .formatted(between(RETRY, RESUME), between(FIRST_UNROUTED, LAST_UNROUTED), is(EXPIRED), is(REVOKED));

    /** What a claim may take. */
    public static final String CANDIDATE = RETURNED.replace("(", "(" + FIRST + ", ");

    /** Eligible; of what a claim may take, without what is blocked by route and without leases. */
    public static final String ELIGIBLE = below(VectorRow.DELAYED);

    /** Waits for a moment: a delay, a backoff, a resume delay. */
    public static final String DELAYED = rows(VectorRow.DELAYED, VectorRow.RESUME_DELAY);

    /** Waits for a capable worker. */
    public static final String UNROUTED = rows(VectorRow.BLOCKED_BY_ROUTE, VectorRow.BLOCKED_BY_ROUTE);

    /** Under a lease that is not marked expired or revoked. */
    public static final String LEASED = is(code(VectorRow.LEASED, AttemptState.RUNNING_ATTEMPT));

    /** Under a lease that is marked expired. */
    public static final String LEASE_EXPIRED = is(EXPIRED);

    /** Under a lease that is marked expired or revoked, and may be reclaimed once its grace period is over. */
    public static final String RECLAIMABLE = rows(VectorRow.LEASE_EXPIRED, VectorRow.LEASE_REVOKED);

    /** Not terminal. */
    public static final String NOT_TERMINAL = below(VectorRow.SUCCESS);

    /** Submitted in a caller's transaction, and not met by the engine since. */
    public static final String OF_CALLER =
            in(FIRST_OF_CALLER, VectorCode.asGuest(code(VectorRow.DELAYED, AttemptState.PENDING_FIRST_ATTEMPT)));

    /**
     * From which moment on a lease that is {@link #RECLAIMABLE} may be reclaimed, before the grace period. A revoked
     * lease whose holder acknowledges revocations is waited for until it expires. Takes no alias.
     */
    public static final String RECLAIMABLE_FROM =
            "CASE WHEN lease_marks >= %d THEN lease_expires_at ELSE coalesce(lease_revoked_at, lease_expired_at) END"
                    .formatted(new LeaseMarks(false, true).number());

    /** A follow-up that keeps failing. */
    public static final String FAILING = "failures >= " + FollowUpRules.KEEPS_FAILING;

    private StateConditions() {}

    private static int code(VectorRow row, AttemptState attemptState) {
        return VectorCode.of(StateVector.of(row, attemptState));
    }

    private static String is(int code) {
        return "vector = " + code;
    }

    private static String in(int... codes) {
        return IntStream.of(codes).mapToObj(Integer::toString).collect(Collectors.joining(", ", "vector IN (", ")"));
    }

    private static String between(int first, int last) {
        return "vector BETWEEN %d AND %d".formatted(first, last);
    }

    private static String rows(VectorRow first, VectorRow last) {
        return between(start(first), start(last) + CODES_PER_ROW - 1);
    }

    private static String below(VectorRow row) {
        return "vector < " + start(row);
    }

    private static int start(VectorRow row) {
        int any = code(row, row.attemptStates().iterator().next());
        return any - any % CODES_PER_ROW;
    }
}
