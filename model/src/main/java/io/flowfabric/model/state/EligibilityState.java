package io.flowfabric.model.state;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** Whether a runnable execution may be claimed, and if not, what holds it back. */
public enum EligibilityState implements Literal {
    ELIGIBLE_NOW,
    NOT_ELIGIBLE_UNTIL_TIME,
    BLOCKED_BY_DEPENDENCIES,
    BLOCKED_BY_BUDGET,
    BLOCKED_BY_QUOTA,
    BLOCKED_BY_ROUTE,
    BLOCKED_BY_LANE_STATE,
    BLOCKED_BY_OPERATOR,
    NOT_APPLICABLE;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
