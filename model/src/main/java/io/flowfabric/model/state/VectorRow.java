package io.flowfabric.model.state;

import static io.flowfabric.model.state.AttemptState.ATTEMPT_INTERRUPTED;
import static io.flowfabric.model.state.AttemptState.ATTEMPT_TERMINAL;
import static io.flowfabric.model.state.AttemptState.PENDING_FIRST_ATTEMPT;
import static io.flowfabric.model.state.AttemptState.PENDING_REPLAY_ATTEMPT;
import static io.flowfabric.model.state.AttemptState.PENDING_RETRY_ATTEMPT;
import static io.flowfabric.model.state.AttemptState.RUNNING_ATTEMPT;
import static io.flowfabric.model.state.BlockingReason.PAUSED_BY_OPERATOR;
import static io.flowfabric.model.state.BlockingReason.PAUSED_BY_POLICY;
import static io.flowfabric.model.state.BlockingReason.WAITING_FOR_APPROVAL;
import static io.flowfabric.model.state.BlockingReason.WAITING_FOR_BUDGET;
import static io.flowfabric.model.state.BlockingReason.WAITING_FOR_CALLBACK;
import static io.flowfabric.model.state.BlockingReason.WAITING_FOR_CAPABLE_WORKER;
import static io.flowfabric.model.state.BlockingReason.WAITING_FOR_CHILDREN;
import static io.flowfabric.model.state.BlockingReason.WAITING_FOR_DELAY;
import static io.flowfabric.model.state.BlockingReason.WAITING_FOR_QUOTA;
import static io.flowfabric.model.state.BlockingReason.WAITING_FOR_RESUME_DELAY;
import static io.flowfabric.model.state.BlockingReason.WAITING_FOR_RETRY_BACKOFF;
import static io.flowfabric.model.state.BlockingReason.WAITING_FOR_SIGNAL;
import static io.flowfabric.model.state.BlockingReason.WAITING_FOR_TOOL_RESULT;
import static io.flowfabric.model.state.BlockingReason.WAITING_FOR_WORKER;
import static io.flowfabric.model.state.EligibilityState.NOT_APPLICABLE;
import static io.flowfabric.model.state.LifecyclePhase.ACTIVE;
import static io.flowfabric.model.state.LifecyclePhase.RUNNABLE;
import static io.flowfabric.model.state.LifecyclePhase.TERMINAL;
import static io.flowfabric.model.state.OwnershipState.UNOWNED;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The legal state vectors, one constant per row of the table in 01 §3.3. A combination that no row allows cannot be
 * constructed as a {@link StateVector}.
 */
public enum VectorRow {
    /** R1. */
    ELIGIBLE(runnable(EligibilityState.ELIGIBLE_NOW), WAITING_FOR_WORKER, paused()),
    /** R2. */
    DELAYED(runnable(EligibilityState.NOT_ELIGIBLE_UNTIL_TIME), WAITING_FOR_DELAY, paused()),
    /** R3. */
    RETRY_BACKOFF(
            runnable(EligibilityState.NOT_ELIGIBLE_UNTIL_TIME),
            WAITING_FOR_RETRY_BACKOFF,
            EnumSet.of(PENDING_RETRY_ATTEMPT)),
    /** R4. */
    RESUME_DELAY(
            runnable(EligibilityState.NOT_ELIGIBLE_UNTIL_TIME),
            WAITING_FOR_RESUME_DELAY,
            EnumSet.of(ATTEMPT_INTERRUPTED)),
    /** R5. */
    BLOCKED_BY_DEPENDENCIES(runnable(EligibilityState.BLOCKED_BY_DEPENDENCIES), WAITING_FOR_CHILDREN, paused()),
    /** R6. */
    BLOCKED_BY_BUDGET(runnable(EligibilityState.BLOCKED_BY_BUDGET), WAITING_FOR_BUDGET, paused()),
    /** R7. */
    BLOCKED_BY_QUOTA(runnable(EligibilityState.BLOCKED_BY_QUOTA), WAITING_FOR_QUOTA, paused()),
    /** R8. */
    BLOCKED_BY_ROUTE(runnable(EligibilityState.BLOCKED_BY_ROUTE), WAITING_FOR_CAPABLE_WORKER, paused()),
    /** R9. */
    BLOCKED_BY_OPERATOR(runnable(EligibilityState.BLOCKED_BY_OPERATOR), PAUSED_BY_OPERATOR, paused()),
    /** R10. */
    BLOCKED_BY_LANE_STATE(runnable(EligibilityState.BLOCKED_BY_LANE_STATE), PAUSED_BY_POLICY, paused()),
    /** A1. */
    LEASED(active(OwnershipState.LEASED), BlockingReason.NONE, EnumSet.of(RUNNING_ATTEMPT)),
    /** A2. */
    LEASE_EXPIRED(
            active(OwnershipState.LEASE_EXPIRED_RECLAIMABLE), WAITING_FOR_WORKER, EnumSet.of(ATTEMPT_INTERRUPTED)),
    /** A3. */
    LEASE_REVOKED(active(OwnershipState.LEASE_REVOKED), WAITING_FOR_WORKER, EnumSet.of(ATTEMPT_INTERRUPTED)),
    /** S1. */
    SUSPENDED(
            new Core(LifecyclePhase.SUSPENDED, UNOWNED, NOT_APPLICABLE, TerminalOutcome.NONE),
            EnumSet.of(
                    WAITING_FOR_SIGNAL,
                    WAITING_FOR_APPROVAL,
                    WAITING_FOR_CALLBACK,
                    WAITING_FOR_TOOL_RESULT,
                    WAITING_FOR_BUDGET,
                    PAUSED_BY_OPERATOR,
                    PAUSED_BY_POLICY),
            EnumSet.of(ATTEMPT_INTERRUPTED)),
    /** T1. */
    SUCCESS(terminal(TerminalOutcome.SUCCESS), BlockingReason.NONE, EnumSet.of(ATTEMPT_TERMINAL)),
    /** T2. */
    FAILED(terminal(TerminalOutcome.FAILED), BlockingReason.NONE, EnumSet.of(ATTEMPT_TERMINAL)),
    /** T3. */
    CANCELLED(terminal(TerminalOutcome.CANCELLED), BlockingReason.NONE, endedOrNeverRun()),
    /** T4. */
    EXPIRED(terminal(TerminalOutcome.EXPIRED), BlockingReason.NONE, endedOrNeverRun()),
    /** T5. */
    SKIPPED(terminal(TerminalOutcome.SKIPPED), BlockingReason.NONE, EnumSet.of(ATTEMPT_TERMINAL, AttemptState.NONE));

    /** The dimensions that are fixed for every vector of a row. */
    record Core(
            LifecyclePhase phase, OwnershipState ownership, EligibilityState eligibility, TerminalOutcome outcome) {}

    private static final VectorRow[] ALL = values();

    private final Core core;
    private final Set<BlockingReason> reasons;
    private final Set<AttemptState> attemptStates;

    VectorRow(Core core, BlockingReason reason, Set<AttemptState> attemptStates) {
        this(core, EnumSet.of(reason), attemptStates);
    }

    VectorRow(Core core, Set<BlockingReason> reasons, Set<AttemptState> attemptStates) {
        this.core = core;
        this.reasons = Collections.unmodifiableSet(reasons);
        this.attemptStates = Collections.unmodifiableSet(attemptStates);
    }

    Core core() {
        return core;
    }

    /** The blocking reasons this row allows; one for every row but {@link #SUSPENDED}. */
    public Set<BlockingReason> reasons() {
        return reasons;
    }

    /** The attempt states this row allows. */
    public Set<AttemptState> attemptStates() {
        return attemptStates;
    }

    /** The row a combination belongs to, or nothing when it is illegal. */
    static Optional<VectorRow> find(Core core, BlockingReason reason, AttemptState attemptState) {
        for (VectorRow row : ALL) {
            if (row.core.equals(core) && row.reasons.contains(reason) && row.attemptStates.contains(attemptState)) {
                return Optional.of(row);
            }
        }
        return Optional.empty();
    }

    private static Core runnable(EligibilityState eligibility) {
        return new Core(RUNNABLE, UNOWNED, eligibility, TerminalOutcome.NONE);
    }

    private static Core active(OwnershipState ownership) {
        return new Core(ACTIVE, ownership, NOT_APPLICABLE, TerminalOutcome.NONE);
    }

    private static Core terminal(TerminalOutcome outcome) {
        return new Core(TERMINAL, UNOWNED, NOT_APPLICABLE, outcome);
    }

    private static Set<AttemptState> paused() {
        return EnumSet.of(PENDING_FIRST_ATTEMPT, PENDING_RETRY_ATTEMPT, PENDING_REPLAY_ATTEMPT, ATTEMPT_INTERRUPTED);
    }

    private static Set<AttemptState> endedOrNeverRun() {
        return EnumSet.of(ATTEMPT_TERMINAL, PENDING_FIRST_ATTEMPT, PENDING_REPLAY_ATTEMPT);
    }
}
