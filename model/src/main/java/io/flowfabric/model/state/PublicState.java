package io.flowfabric.model.state;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** The one word by which people know an execution's state. {@code resumable} is read but never written. */
public enum PublicState implements Literal {
    WAITING,
    DELAYED,
    RATE_LIMITED,
    WAITING_CHILDREN,
    ACTIVE,
    SUSPENDED,
    RESUMABLE,
    COMPLETED,
    FAILED,
    CANCELLED,
    EXPIRED,
    SKIPPED;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }

    /** Whether an execution that shows this label has ended. */
    public boolean isTerminal() {
        return ordinal() >= COMPLETED.ordinal();
    }

    /**
     * The label of a state, the only place where it is derived. Total: a corrupt combination gets the label that
     * misleads least.
     */
    public static PublicState derive(LifecyclePhase phase, EligibilityState eligibility, TerminalOutcome outcome) {
        return switch (phase) {
            case SUBMITTED -> WAITING;
            case RUNNABLE -> ofRunnable(eligibility);
            case ACTIVE -> ACTIVE;
            case SUSPENDED -> SUSPENDED;
            case TERMINAL -> ofTerminal(outcome);
        };
    }

    private static PublicState ofRunnable(EligibilityState eligibility) {
        return switch (eligibility) {
            case NOT_ELIGIBLE_UNTIL_TIME -> DELAYED;
            case BLOCKED_BY_DEPENDENCIES -> WAITING_CHILDREN;
            case BLOCKED_BY_BUDGET, BLOCKED_BY_QUOTA -> RATE_LIMITED;
            case ELIGIBLE_NOW, BLOCKED_BY_ROUTE, BLOCKED_BY_LANE_STATE, BLOCKED_BY_OPERATOR, NOT_APPLICABLE -> WAITING;
        };
    }

    private static PublicState ofTerminal(TerminalOutcome outcome) {
        return switch (outcome) {
            case SUCCESS -> COMPLETED;
            case CANCELLED -> CANCELLED;
            case EXPIRED -> EXPIRED;
            case SKIPPED -> SKIPPED;
            case FAILED, NONE -> FAILED;
        };
    }
}
