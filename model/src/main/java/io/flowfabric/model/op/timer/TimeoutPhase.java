package io.flowfabric.model.op.timer;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** Which of the two timeouts has passed: that of the attempt, or that of the whole execution. */
public enum TimeoutPhase implements Literal {
    ATTEMPT_TIMEOUT,
    EXECUTION_DEADLINE;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
