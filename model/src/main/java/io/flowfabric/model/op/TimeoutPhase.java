package io.flowfabric.model.op;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** Which of the two clocks ran out: that of the attempt, or that of the whole execution. */
public enum TimeoutPhase implements Literal {
    ATTEMPT_TIMEOUT,
    EXECUTION_DEADLINE;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
