package io.flowfabric.engine.store;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A state vector as one small number, for the narrow hot row: ten times the row of the table of legal vectors, plus the
 * attempt state (for a suspended execution, the reason). The numbers are stored and never change their meaning.
 *
 * <p>A first attempt has two more numbers in every row that a new execution may be in, for executions that were
 * submitted in a transaction of the caller: one until the engine has first processed them, one from then on.
 *
 * <p>Vectors of one row are neighbours, so an index over a row, or over the delayed rows together, is a range.
 */
public final class VectorCode {
    private static final List<VectorRow> ROWS = List.of(
            VectorRow.ELIGIBLE,
            VectorRow.DELAYED,
            VectorRow.RETRY_BACKOFF,
            VectorRow.RESUME_DELAY,
            VectorRow.BLOCKED_BY_DEPENDENCIES,
            VectorRow.BLOCKED_BY_BUDGET,
            VectorRow.BLOCKED_BY_QUOTA,
            VectorRow.BLOCKED_BY_ROUTE,
            VectorRow.BLOCKED_BY_OPERATOR,
            VectorRow.BLOCKED_BY_LANE_STATE,
            VectorRow.LEASED,
            VectorRow.LEASE_EXPIRED,
            VectorRow.LEASE_REVOKED,
            VectorRow.SUSPENDED,
            VectorRow.SUCCESS,
            VectorRow.FAILED,
            VectorRow.CANCELLED,
            VectorRow.EXPIRED,
            VectorRow.SKIPPED);

    private static final List<AttemptState> ATTEMPT_STATES = List.of(
            AttemptState.PENDING_FIRST_ATTEMPT,
            AttemptState.PENDING_RETRY_ATTEMPT,
            AttemptState.PENDING_REPLAY_ATTEMPT,
            AttemptState.ATTEMPT_INTERRUPTED,
            AttemptState.RUNNING_ATTEMPT,
            AttemptState.ATTEMPT_TERMINAL,
            AttemptState.NONE);

    private static final List<BlockingReason> SUSPENSION_REASONS = List.of(
            BlockingReason.WAITING_FOR_SIGNAL,
            BlockingReason.WAITING_FOR_APPROVAL,
            BlockingReason.WAITING_FOR_CALLBACK,
            BlockingReason.WAITING_FOR_TOOL_RESULT,
            BlockingReason.WAITING_FOR_BUDGET,
            BlockingReason.PAUSED_BY_OPERATOR,
            BlockingReason.PAUSED_BY_POLICY);

    /** Behind every attempt state, and still in the row. */
    private static final int MET_GUEST = 8;

    private static final int GUEST = 9;

    private static final Map<StateVector, Integer> CODES = new HashMap<>();
    private static final Map<Integer, StateVector> VECTORS = new HashMap<>();

    static {
        for (StateVector vector : StateVector.all()) {
            int code = number(vector);
            CODES.put(vector, code);
            VECTORS.put(code, vector);
        }
        for (VectorRow row : List.of(VectorRow.ELIGIBLE, VectorRow.DELAYED)) {
            var vector = StateVector.of(row, AttemptState.PENDING_FIRST_ATTEMPT);
            VECTORS.put(CODES.get(vector) + GUEST, vector);
            VECTORS.put(CODES.get(vector) + MET_GUEST, vector);
        }
    }

    private VectorCode() {}

    public static int of(StateVector vector) {
        return CODES.get(vector);
    }

    /** The number of an execution that was submitted in a caller's transaction, for the number of its vector. */
    public static int asGuest(int codeOfNew) {
        return codeOfNew + GUEST;
    }

    /** Whether a number is of an execution that was submitted in a caller's transaction and not met since. */
    public static boolean isGuest(int code) {
        return code % 10 == GUEST;
    }

    /** The number of the same vector once the engine has met the execution. */
    public static int met(int guest) {
        return guest - GUEST + MET_GUEST;
    }

    /** The vector of a stored number. Fails with {@code corruption} when no vector has it. */
    public static StateVector decode(int code) {
        StateVector vector = VECTORS.get(code);
        if (vector == null) {
            throw EngineError.of(
                            ErrorCode.CORRUPTION,
                            "vector: " + code,
                            "No state has this number; the row was written by a newer program, or damaged.")
                    .toException();
        }
        return vector;
    }

    private static int number(StateVector vector) {
        int row = ROWS.indexOf(vector.row()) + 1;
        int within = vector.row() == VectorRow.SUSPENDED
                ? SUSPENSION_REASONS.indexOf(vector.blockingReason())
                : ATTEMPT_STATES.indexOf(vector.attemptState());
        return row * 10 + within;
    }
}
